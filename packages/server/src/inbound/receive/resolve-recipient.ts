/**
 * From an address in RCPT TO to one of our mailboxes, or the reason why not. Plus tags are dropped, subdomains and
 * unknown names follow the domain's switches. An address that is not ours is never taken: we relay for nobody.
 */

import type { Db } from '../../database/types.ts'
import type { DomainRow } from '../../domain/domains.ts'
import { findReceivingDomain } from '../../domain/receiving-domain.ts'
import { findKeeper } from '../../identity/sys-account/accounts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { sameTurn } from '../../kernel/same-turn.ts'
import { isValidLocalPart } from '../../mail/address/mailbox-address.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import { isUsable } from '../../mailbox/account/mailbox.ts'
import { findMailboxByAddress, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { domainsOwnNames, type Rests } from '../../mailbox/rest/resting-names.ts'
import type { TraceReason } from '../trace/trace.ts'
import { isSpent, type Quota, type Room } from './quota.ts'

export type Resolved =
  | { ok: true; recipient: EnvelopeRecipient; mailbox: MailboxRow | null; domain: DomainRow }
  | { ok: false; reason: TraceReason; mailboxId: string | null; ownerId: string | null }

const unmade = { id: null, quota_bytes: null, used_bytes: 0, received: 0, end_after_mails: null }

/** The room for what comes to this recipient: the mailbox's, or that of the one who will own it. */
export const roomFor = ({ mailbox, recipient }: Extract<Resolved, { ok: true }>): Room =>
  mailbox ?? { ...unmade, owner_id: recipient.ownerId }

/** How domains and mailboxes are found. */
export type Directory = {
  domain(name: string): Promise<DomainRow | null>
  mailbox(address: string): Promise<MailboxRow | undefined>
  /** Whether the name is still another's than this owner's, though its mailbox is gone. */
  rests(address: string, ownerId: string | null): Promise<boolean>
  /** The account that gets what comes for a domain of nobody's, such as to its postmaster. */
  keeper(): Promise<string | null>
}

export const createDirectory = (deps: { db: Db; clock: Clock; resting: Rests }): Directory => ({
  domain: sameTurn((name: string) => findReceivingDomain(deps.db, name)),
  mailbox: sameTurn((address: string) => findMailboxByAddress(deps.db.query, address)),
  async rests(address, ownerId) {
    const rests = await deps.resting.restsOf(deps.db.query, [{ address, ownerId }], deps.clock.now())
    return rests.size > 0
  },
  keeper: () => findKeeper(deps.db.query),
})

export async function resolveRecipient(
  deps: {
    directory: Directory
    clock: Clock
    quota: Pick<Quota, 'overQuota'>
    bounceOwner?: (address: string) => Promise<string | null>
  },
  path: { localPart: string; asciiDomain: string; address: string },
  announcedSize: number,
  localDomain: string,
): Promise<Resolved> {
  const domain = await deps.directory.domain(path.asciiDomain || localDomain)
  if (!domain) return { ok: false, reason: 'notOurs', mailboxId: null, ownerId: null }
  const local = (path.localPart.split('+')[0] ?? '').normalize('NFKC').toLowerCase()
  // A report about a mail of ours comes to an address made for it, and belongs to the one who sent it.
  const sender = (await deps.bounceOwner?.(path.address)) ?? null
  const address = sender ?? `${local}@${domain.name}`
  const recipient = { given: path.address, address, domainId: domain.id }
  const mailbox = await deps.directory.mailbox(address)
  if (!mailbox) {
    const made = isValidLocalPart(local) && (domain.catch_all === 1 || domainsOwnNames.has(local))
    const nowhere = { ok: false as const, mailboxId: null, ownerId: domain.owner_id }
    if (!made) return { ...nowhere, reason: 'unknownMailbox' }
    const ownerId = domain.owner_id ?? (await deps.directory.keeper())
    // Mail for the former holder must not go to the catch-all of the domain's owner.
    if (await deps.directory.rests(address, ownerId)) return { ...nowhere, reason: 'resting' }
    const arrived = {
      ok: true as const,
      recipient: { ...recipient, mailboxId: null, ownerId },
      mailbox: null,
      domain,
    }
    const full = await deps.quota.overQuota(roomFor(arrived), announcedSize)
    return full ? { ...nowhere, reason: 'overQuota' } : arrived
  }
  const refused = (reason: TraceReason): Resolved => ({
    ok: false,
    reason,
    mailboxId: mailbox.id,
    ownerId: mailbox.owner_id,
  })
  if (!isUsable(mailbox, deps.clock.now()) || isSpent(mailbox)) return refused('ended')
  if (mailbox.status === 'paused') return refused('paused')
  if (await deps.quota.overQuota(mailbox, announcedSize)) return refused('overQuota')
  return {
    ok: true,
    recipient: { ...recipient, mailboxId: mailbox.id, ownerId: mailbox.owner_id },
    mailbox,
    domain,
  }
}
