/** Making mailboxes: by a visitor (regEmail) and under an account (createEmail). */
import type { Lifetime, NameStyle } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import { findDomainByName } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { type AccountCaller, ownsOrRules } from '../access.ts'
import { checkCreation } from '../session/guard.ts'
import { openMailboxSession } from '../session/log-in-mailbox.ts'
import type { Passwords } from '../session/password.ts'
import type { Proofs } from '../session/proof.ts'
import { type LifetimeColumns, lifetimeColumns } from './mailbox.ts'
import { isReservedName, suggestName } from './names.ts'
import {
  countMailboxesOf,
  insertMailbox,
  type MailboxRow,
  type NewMailbox,
  newMailboxRow,
} from './repository.ts'

export type MakeDeps = {
  db: Db
  clock: Clock
  proofs: Proofs
  passwords: Passwords
  site: SiteSettings
  /** Whether a name has a rule of its own on a domain: kept back, or for sale only. Given from outside. */
  isSpecialName: (domainId: string, localPart: string) => Promise<boolean>
}

const maxNameTries = 20
const forever: LifetimeColumns = { expires_at: null, end_after_mails: null, end_after_code: 0 }

type Plan = Omit<NewMailbox, 'id' | 'localPart'> & {
  localPart: string | undefined
  style: NameStyle
  /** What only an account that was paid for has. */
  bought?: Pick<MailboxRow, 'may_send' | 'quota_bytes'>
  /** For whom the name is kept, if for anybody. */
  holder?: string | undefined
}

export const nameTaken = () => new AppError('addressTaken', { fields: { localPart: '这个地址已经有人用了' } })

/** Makes the mailbox under its name or, without one, under the first free name that is suggested. */
export async function insertNamed(tx: Tx, plan: Plan): Promise<MailboxRow> {
  for (let tries = 0; tries < maxNameTries; tries++) {
    const localPart = plan.localPart ?? suggestName(plan.style, tries)
    const row = { ...newMailboxRow({ ...plan, id: newId(plan.now), localPart }), ...plan.bought }
    if (await insertMailbox(tx, row, plan.holder)) return row
    if (plan.localPart !== undefined) break
  }
  throw nameTaken()
}

export function checkName(localPart: string | undefined, reservedNames: readonly string[]): void {
  if (localPart !== undefined && isReservedName(localPart, reservedNames)) {
    throw new AppError('addressReserved', { fields: { localPart: '这个名字不能使用' } })
  }
}

/** A name with a rule of its own is not to be had for nothing. */
async function checkSpecial(deps: MakeDeps, domainId: string, localPart: string | undefined): Promise<void> {
  if (localPart !== undefined && (await deps.isSpecialName(domainId, localPart)))
    throw new AppError('addressReserved', { fields: { localPart: '这个名字不能使用' } })
}

export const domainClosed = () => new AppError('domainClosed', { fields: { domain: '这个域名没有开放' } })

export type RegisterRequest = {
  domain: string
  localPart: string | undefined
  password: string | undefined
  lifetime: Lifetime | undefined
  proof: string | undefined
  client: string
  agent: string
}

/** A visitor's mailbox: with a password an e-mail account, without one a temporary address. */
export async function registerMailbox(
  deps: MakeDeps,
  request: RegisterRequest,
): Promise<{ mailbox: MailboxRow; token: string }> {
  const site = await deps.site.read()
  const isAccount = request.password !== undefined
  if (isAccount ? !site.registration : !site.temporary) throw new AppError('registrationClosed')
  if (isAccount && request.localPart === undefined) throw invalidField('localPart', '请填写名字')
  if (isAccount && request.lifetime !== undefined) throw invalidField('lifetime', '邮箱账号没有时长')
  checkName(request.localPart, site.reservedNames)
  const domain = await findDomainByName(deps.db.query, request.domain)
  if (domain?.open !== 1) throw domainClosed()
  await checkSpecial(deps, domain.id, request.localPart)
  const now = deps.clock.now()
  const lifetime = isAccount ? forever : lifetimeColumns(request.lifetime, site, now)
  await checkCreation(deps, 'regEmail', {
    client: request.client,
    proof: request.proof,
    freePerHour: site.freeCreationsPerHour,
  })
  const passwordHash = request.password === undefined ? null : await deps.passwords.hash(request.password)
  return deps.db.transaction(async tx => {
    const mailbox = await insertNamed(tx, {
      localPart: request.localPart,
      style: 'word',
      domain,
      kind: isAccount ? 'account' : 'temporary',
      ownerId: null,
      passwordHash,
      note: '',
      now,
      ...lifetime,
    })
    const token = await openMailboxSession(tx, mailbox, { client: request.client, agent: request.agent }, now)
    return { mailbox, token }
  })
}

export type CreateRequest = {
  domain: string
  localPart: string | undefined
  style: NameStyle | undefined
  lifetime: Lifetime | undefined
  note: string | undefined
}

/** A temporary address under an account, on an open domain or one of its own. */
export async function createTemporary(
  deps: MakeDeps,
  caller: AccountCaller,
  request: CreateRequest,
): Promise<MailboxRow & { domain: string }> {
  const site = await deps.site.read()
  const domain = await findDomainByName(deps.db.query, request.domain)
  if (!domain || (domain.open !== 1 && !ownsOrRules(caller, domain.owner_id))) throw domainClosed()
  if (!ownsOrRules(caller, domain.owner_id)) {
    checkName(request.localPart, site.reservedNames)
    await checkSpecial(deps, domain.id, request.localPart)
  }
  const now = deps.clock.now()
  const lifetime = lifetimeColumns(request.lifetime, site, now)
  const mailbox = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db, caller.accountId)
    const limit = caller.limits.mailboxes
    if (limit !== null && (await countMailboxesOf(tx, caller.accountId)) >= limit) {
      throw new AppError('limitReached', { msg: `最多 ${limit} 个邮箱，已经用完` })
    }
    return insertNamed(tx, {
      localPart: request.localPart,
      style: request.style ?? 'word',
      domain,
      kind: 'temporary',
      ownerId: caller.accountId,
      passwordHash: null,
      note: request.note ?? '',
      now,
      ...lifetime,
    })
  })
  return { ...mailbox, domain: domain.name }
}

/** So that two creations at once cannot both see the last free place; on SQLite writers are alone anyway. */
async function lockOwner(tx: Tx, db: Db, accountId: string): Promise<void> {
  if (db.kind !== 'postgres') return
  await tx.selectFrom('sys_account').select('id').where('id', '=', accountId).forUpdate().execute()
}
