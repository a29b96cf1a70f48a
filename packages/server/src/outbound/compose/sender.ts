/**
 * Decides from which mailboxes a caller may send. A mailbox that logs in by itself needs the right to send; a
 * system account with that ability sends from every mailbox it reaches. Missing, foreign and forbidden
 * mailboxes look alike.
 */
import type { Db } from '../../database/types.ts'
import { findDomain } from '../../domain/domains.ts'
import { abilitiesOf, mailboxScope } from '../../identity/access.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { isUsable } from '../../mailbox/account/mailbox.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import type { DayLimit } from '../queue/enqueue.ts'
import { stoppedMessage } from '../stop/send-stop.ts'
import { stoppedMailboxes } from '../stop/stopped-senders.ts'
import { outboundWords } from '../words/words.ts'
import { findMailboxToSendFrom, listMailboxesToSendFrom } from './sender-repository.ts'

type Deps = { db: Db; clock: Clock; site: SiteSettings }

/** `field` is the field of the request that names the mailbox. */
export async function findSender(
  deps: Deps,
  caller: LoggedIn,
  from: string,
  field = 'from',
): Promise<MailboxRow> {
  const address = normalAddress(from)
  const mailbox =
    address === null ? undefined : await findMailboxToSendFrom(deps.db.query, mailboxScope(caller), address)
  if (!mailbox || !isUsable(mailbox, deps.clock.now()) || !abilitiesOf(caller).send)
    throw invalidField(field, outboundWords.notYourSender)
  if (!(await findDomain(deps.db.query, mailbox.domain_id)))
    throw invalidField(field, outboundWords.senderDomainLost)
  return mailbox
}

export async function listSenders(deps: Deps, caller: LoggedIn, q: string | undefined, limit: number) {
  const wanted = { q, now: deps.clock.now() }
  const found = await listMailboxesToSendFrom(deps.db.query, mailboxScope(caller), wanted, limit)
  const stops = await stoppedMailboxes(deps.db.query, found)
  return found.map(({ id, address }) => {
    const reason = stops.get(id)
    const stopped = reason === undefined ? null : stoppedMessage(reason, caller.role === 'admin')
    return { mailboxId: id, address, stopped }
  })
}

/** Returns the keys of `dayLimits` for a sent mail, with its owner at that time. */
export const countedAgainst = (
  mail: { sender_key: string; mailbox_id: string },
  byMailbox: boolean,
): string[] => [...new Set(byMailbox ? [`mailbox:${mail.mailbox_id}`, mail.sender_key] : [mail.sender_key])]

/** Returns the limits that a mail from this mailbox counts against; pages show the first. */
export async function dayLimits(
  deps: Deps,
  mailbox: Pick<MailboxRow, 'id' | 'owner_id'>,
  byMailbox: boolean,
): Promise<DayLimit[]> {
  const limits: DayLimit[] = []
  if (byMailbox) {
    const { mailboxSendsPerDay } = await deps.site.read()
    limits.push({ key: `mailbox:${mailbox.id}`, limit: mailboxSendsPerDay })
  }
  if (mailbox.owner_id !== null) {
    const owner = await findAccount(deps.db.query, mailbox.owner_id)
    const limit = owner ? readRights(owner).limits.sendsPerDay : null
    limits.push({ key: `account:${mailbox.owner_id}`, limit })
  }
  return limits.length > 0 ? limits : [{ key: `mailbox:${mailbox.id}`, limit: null }]
}
