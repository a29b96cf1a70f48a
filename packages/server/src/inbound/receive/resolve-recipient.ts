/**
 * From an address in RCPT TO to one of our mailboxes, or the reason why not. Plus tags are dropped, subdomains and
 * unknown names follow the domain's switches. An address that is not ours is never taken: we relay for nobody.
 */
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { isUsable } from '../../identity/email-account/mailbox.ts'
import { findMailboxByAddress, type MailboxRow } from '../../identity/email-account/repository.ts'
import { isValidLocalPart } from '../../mail/address/mailbox-address.ts'
import { type DomainRow, findDomainsByNames } from '../../operate/domain/repository.ts'
import { sameTurn } from '../../same-turn.ts'
import type { EnvelopeRecipient } from './envelope.ts'
import { isSpent, type Quota, type Room } from './quota.ts'
import type { TraceReason } from './trace.ts'

export type Resolved =
  | { ok: true; recipient: EnvelopeRecipient; mailbox: MailboxRow | null; domain: DomainRow }
  | { ok: false; reason: TraceReason; mailboxId: string | null; ownerId: string | null }

const unmade = { id: null, quota_bytes: null, used_bytes: 0, received: 0, end_after_mails: null }

/** The room for what comes to this recipient: the mailbox's, or that of the one who will own it. */
export const roomFor = ({ mailbox, domain }: Extract<Resolved, { ok: true }>): Room =>
  mailbox ?? { ...unmade, owner_id: domain.owner_id }

/** Must be reachable on every domain (RFC 5321 section 4.5.1, RFC 2142). */
const alwaysThere = new Set(['postmaster', 'abuse'])
const maxLabels = 10

/** The domain and the domains above it, nearest first. */
function withParents(domain: string): string[] {
  const labels = domain.split('.').slice(-maxLabels)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** The domain of ours that takes mail for this name, if any. */
export async function findReceivingDomain(db: Db, name: string): Promise<DomainRow | null> {
  const names = withParents(name)
  if (names.length === 0) names.push(name)
  const found = new Map((await findDomainsByNames(db.query, names)).map(row => [row.name, row]))
  for (const candidate of names) {
    const row = found.get(candidate)
    if (row) return row.name === name || row.subdomains === 1 ? row : null
  }
  return null
}

/** How domains and mailboxes are found. */
export type Directory = {
  domain(name: string): Promise<DomainRow | null>
  mailbox(address: string): Promise<MailboxRow | undefined>
}

export const createDirectory = (db: Db): Directory => ({
  domain: sameTurn((name: string) => findReceivingDomain(db, name)),
  mailbox: sameTurn((address: string) => findMailboxByAddress(db.query, address)),
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
    const made = isValidLocalPart(local) && (domain.catch_all === 1 || alwaysThere.has(local))
    const nowhere = { ok: false as const, mailboxId: null, ownerId: domain.owner_id }
    if (!made) return { ...nowhere, reason: 'unknownMailbox' }
    const arrived = {
      ok: true as const,
      recipient: { ...recipient, mailboxId: null, ownerId: domain.owner_id },
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
