/** Finds or makes the mailboxes that arrived messages go into and counts them up, in the transaction that stores the mails. */
import type { Tx } from '../../database/types.ts'
import { findDomain } from '../../domain/domains.ts'
import { findKeeper } from '../../identity/sys-account/accounts.ts'
import { minute } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import { isUsable } from '../../mailbox/account/mailbox.ts'
import {
  findMailboxByAddress,
  findMailboxesByAddresses,
  insertMailbox,
  type MailboxRow,
  newMailboxRow,
  updateMailbox,
} from '../../mailbox/account/mailboxes.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import { countUpMailbox } from './mailbox-repository.ts'

/** A mailbox that ends by a rule can still be read for a while: its owner has not seen the last mail yet. */
const readableAfterEndMs = 10 * minute
const addressesPerStatement = 500

/** For an address that a domain takes without anybody having made it. */
async function makeMailbox(
  tx: Tx,
  resting: Rests,
  recipient: EnvelopeRecipient,
  now: number,
): Promise<MailboxRow | null> {
  const domain = await findDomain(tx, recipient.domainId)
  if (!domain) return null
  const row = newMailboxRow({
    id: newId(now),
    localPart: recipient.address.slice(0, recipient.address.lastIndexOf('@')),
    domain,
    kind: 'temporary',
    ownerId: domain.owner_id ?? (await findKeeper(tx)),
    passwordHash: null,
    note: '',
    now,
    expires_at: null,
    end_after_mails: null,
    end_after_code: 0,
  })
  const made = await insertMailbox(tx, resting, row)
  return made ? row : ((await findMailboxByAddress(tx, recipient.address)) ?? null)
}

/** The mailbox of each recipient, or null where there is none any more. */
export async function mailboxesFor(
  tx: Tx,
  resting: Rests,
  recipients: readonly EnvelopeRecipient[],
  now: number,
): Promise<Map<EnvelopeRecipient, MailboxRow | null>> {
  const addresses = [...new Set(recipients.map(recipient => recipient.address))].sort()
  const known = new Map<string, MailboxRow>()
  for (let at = 0; at < addresses.length; at += addressesPerStatement) {
    const found = await findMailboxesByAddresses(tx, addresses.slice(at, at + addressesPerStatement))
    for (const row of found) known.set(row.address, row)
  }
  const mailboxes = new Map<EnvelopeRecipient, MailboxRow | null>()
  for (const recipient of recipients) {
    let mailbox = known.get(recipient.address) ?? null
    if (!mailbox && recipient.mailboxId === null) {
      mailbox = await makeMailbox(tx, resting, recipient, now)
      if (mailbox) known.set(recipient.address, mailbox)
    }
    // The address may have been given to somebody else since the mail was accepted; it is not theirs.
    const same = recipient.mailboxId === null || recipient.mailboxId === mailbox?.id
    mailboxes.set(recipient, mailbox && same && isUsable(mailbox, now) ? mailbox : null)
  }
  return mailboxes
}

export type Arrival = { mailbox: MailboxRow; unread: boolean; size: number; hasCode: boolean }
export type Counted = Pick<MailboxRow, 'unread' | 'owner_id'>

async function countIntoMailbox(
  tx: Tx,
  mailbox: MailboxRow,
  arrivals: readonly Arrival[],
  now: number,
): Promise<Counted | null> {
  const unread = arrivals.filter(arrival => arrival.unread).length
  const bytes = arrivals.reduce((sum, arrival) => sum + arrival.size, 0)
  const [updated] = await countUpMailbox(tx, mailbox.id, arrivals.length, unread, bytes)
  if (!updated) return null
  const full = mailbox.end_after_mails !== null && updated.received >= mailbox.end_after_mails
  const coded = mailbox.end_after_code === 1 && arrivals.some(arrival => arrival.hasCode)
  const end = now + readableAfterEndMs
  if (full || coded) {
    // Its owner can read it for a while, but it has had its mails.
    const had = {
      expires_at: Math.min(updated.expires_at ?? end, end),
      end_after_mails: Math.min(mailbox.end_after_mails ?? updated.received, updated.received),
    }
    await updateMailbox(tx, mailbox.id, had)
  }
  return updated
}

/**
 * Comes before anything is written into the mailboxes: from here on the transaction holds them, and nobody removes them or
 * gives them away. Every transaction counts in the same order, so that no two wait for each other crosswise. A mailbox
 * that is gone is not in the answer.
 */
export async function countIntoMailboxes(
  tx: Tx,
  arrivals: readonly Arrival[],
  now: number,
): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>()
  const groups = Map.groupBy(arrivals, arrival => arrival.mailbox.id)
  for (const [id, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const mailbox = group[0]?.mailbox
    const count = mailbox && (await countIntoMailbox(tx, mailbox, group, now))
    if (count) counted.set(id, count)
  }
  return counted
}
