/** Sends a notice once more. Its words were forgotten when it was delivered, so they are read from the mail again. */

import type { Db } from '../../../database/types.ts'
import { mailboxScope } from '../../../identity/access.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { LoggedIn } from '../../../kernel/call/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { shownMail } from '../../../mailbox/mail/mail-row.ts'
import { listMailsByIds } from '../../../mailbox/mail/mails.ts'
import { inboundWords } from '../../words/words.ts'
import { findDelivery, insertDeliveries } from './delivery-repository.ts'
import { findOwnHook } from './repository.ts'
import { noticeOf, ownerOf } from './webhook.ts'

export type ReplayDeps = { db: Db; clock: Clock; kick: () => void }

export async function replayDelivery(deps: ReplayDeps, caller: LoggedIn, id: string): Promise<void> {
  const { db } = deps
  const delivery = await findDelivery(db.query, id)
  const hook = delivery && (await findOwnHook(db.query, ownerOf(caller), delivery.webhook_id))
  if (!hook) throw new AppError('notFound')
  if (delivery.state === 'waiting') throw new AppError('conflict', { msg: inboundWords.stillBeingSent })
  if (hook.enabled !== 1) throw new AppError('conflict', { msg: inboundWords.enableHookFirst })
  // Somebody else may have got the mailbox since: only what the caller can still read is told.
  const [row] =
    delivery.mail_id === null ? [] : await listMailsByIds(db.query, mailboxScope(caller), [delivery.mail_id])
  if (!row) throw new AppError('notFound', { msg: inboundWords.toldMailGone })
  const mail = shownMail(row)
  const now = deps.clock.now()
  const notice = noticeOf({
    mailId: mail.id,
    mailbox: { id: mail.mailboxId, address: mail.address, owner_id: null },
    from: mail.from,
    subject: mail.subject,
    preview: mail.preview,
    code: mail.code,
    link: mail.link,
    receivedAt: Date.parse(mail.receivedAt),
  })
  await db.transaction(tx =>
    insertDeliveries(tx, [
      {
        id: newId(now),
        webhook_id: hook.id,
        created_at: now,
        state: 'waiting',
        attempts: 0,
        status: null,
        detail: '',
        next_at: now,
        payload: JSON.stringify(notice),
        mail_id: mail.id,
      },
    ]),
  )
  deps.kick()
}
