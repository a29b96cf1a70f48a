/** Makes a mailbox under its name or, without one, under the first free name that is suggested. */
import type { NameStyle } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import { suggestName } from './names.ts'
import { insertMailbox, type MailboxRow, type NewMailbox, newMailboxRow } from './repository.ts'

const maxNameTries = 20

export type NamedPlan = Omit<NewMailbox, 'id' | 'localPart'> & {
  localPart: string | undefined
  style: NameStyle
  /** What only an account has. */
  worth?: Pick<MailboxRow, 'may_send' | 'quota_bytes'>
  /** For whom the name is kept, if for anybody. */
  holder?: string | undefined
}

export const nameTaken = () => new AppError('addressTaken', { fields: { localPart: '这个地址已经有人用了' } })

/** Null when the name is another's. */
export async function insertNamed(tx: Tx, plan: NamedPlan): Promise<MailboxRow | null> {
  for (let tries = 0; tries < maxNameTries; tries++) {
    const localPart = plan.localPart ?? suggestName(plan.style, tries)
    const row = { ...newMailboxRow({ ...plan, id: newId(plan.now), localPart }), ...plan.worth }
    if (await insertMailbox(tx, row, plan.holder)) return row
    if (plan.localPart !== undefined) break
  }
  return null
}
