/**
 * From which mailboxes somebody may send. A mailbox that logs in by itself needs the right to send; a system account
 * with that ability sends from every mailbox it reaches. Not there, not theirs and not allowed look alike.
 */
import { invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { abilitiesOf, type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { isUsable, normalAddress } from '../../identity/email-account/mailbox.ts'
import { type MailboxRow, scopedMailboxes } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import { findDomain } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { DayLimit } from '../queue/enqueue.ts'
import { stoppedMessage } from '../stop/send-stop.ts'
import { stoppedMailboxes } from '../stop/stopped-senders.ts'

type Deps = { db: Db; clock: Clock; site: SiteSettings }

export async function findSender(deps: Deps, caller: LoggedIn, from: string): Promise<MailboxRow> {
  const address = normalAddress(from)
  const mailbox =
    address === null
      ? undefined
      : await scopedMailboxes(deps.db.query, mailboxScope(caller))
          .where('mailbox.address', '=', address)
          .executeTakeFirst()
  if (!mailbox || !isUsable(mailbox, deps.clock.now()) || !abilitiesOf(caller).send)
    throw invalidField('from', '不能用这个地址发信')
  if (!(await findDomain(deps.db.query, mailbox.domain_id)))
    throw invalidField('from', '这个地址的域名所有权已失效，重新验证后才能发信')
  return mailbox
}

export async function listSenders(deps: Deps, caller: LoggedIn, q: string | undefined, limit: number) {
  const now = deps.clock.now()
  let rows = scopedMailboxes(deps.db.query, mailboxScope(caller))
    .where('mailbox.status', '!=', 'stopped')
    .where(eb => eb.or([eb('mailbox.expires_at', 'is', null), eb('mailbox.expires_at', '>', now)]))
  if (q) rows = rows.where('mailbox.address', 'like', `%${q.toLowerCase().replace(/[%_\\]/g, '')}%`)
  const accountId = caller.role === 'admin' ? caller.accountId : null
  const found = await rows
    .orderBy(eb => eb.case().when('mailbox.owner_id', '=', accountId).then(0).else(1).end())
    .orderBy('mailbox.pinned', 'desc')
    .orderBy('mailbox.kind')
    .orderBy('mailbox.created_at', 'desc')
    .limit(limit)
    .execute()
  const isOwn = (ownerId: string | null) => accountId === null || ownerId === accountId
  const stops = await stoppedMailboxes(deps.db.query, found)
  return found.map(({ id, address, owner_id }) => {
    const reason = stops.get(id)
    const stopped = reason === undefined ? null : stoppedMessage(reason, caller.role === 'admin')
    return { mailboxId: id, address, own: isOwn(owner_id), stopped }
  })
}

/** The keys of `dayLimits` for a mail that was sent, with its owner of then. */
export const countedAgainst = (
  mail: { sender_key: string; mailbox_id: string },
  byMailbox: boolean,
): string[] => [...new Set(byMailbox ? [`mailbox:${mail.mailbox_id}`, mail.sender_key] : [mail.sender_key])]

/** What a mail from this mailbox counts against; the first is the one to show. */
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
