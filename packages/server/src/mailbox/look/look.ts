/** A look of an admin at somebody else's mailbox: what it is, and what its parts are made of. */
import type { Look } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { findLook } from './repository.ts'

export type LookDeps = { db: Db; clock: Clock; site: SiteSettings }

export const shownLook = (look: NonNullable<Awaited<ReturnType<typeof findLook>>>): Look => ({
  mailboxId: look.mailbox_id,
  address: look.address,
  ownerName: look.owner_name,
  reason: look.reason === '' ? null : look.reason,
  words: look.words,
  beganAt: isoTime(look.began_at),
  until: isoTime(look.until),
  unread: look.unread,
  mails: look.mails,
  codes: look.codes,
})
