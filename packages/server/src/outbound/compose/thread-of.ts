import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { answerTo, type Thread } from '../../mail/compose/answer-to.ts'
import { headersOnly } from '../../mail/mime/headers-only.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { findStoredMail } from '../../mailbox/mail/mails.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { outboundWords } from '../words/words.ts'
import type { LetterDeps } from './send-letter.ts'

/** Returns what ties a letter to the mail that it answers; without one it begins a thread. */
export async function threadOf(
  deps: Pick<LetterDeps, 'db' | 'blobs'>,
  caller: LoggedIn,
  mailId: string | undefined,
): Promise<Thread> {
  if (mailId === undefined) return { inReplyTo: null, references: [] }
  const row = await findStoredMail(deps.db.query, mailboxScope(caller), mailId)
  const raw = row && (await messageBytes(deps.blobs, row))
  if (!raw) throw new AppError('notFound', { msg: outboundWords.answeredMailGone })
  return answerTo(parseMail(headersOnly(raw)))
}
