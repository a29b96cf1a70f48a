/**
 * Sends a mail that somebody wrote: it checks the right to send, the text and the recipients. The draft and the
 * files that it was made from go in the transaction that queues it, so that pressing twice sends once.
 */
import type { BodyOf, Calls } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { day, minute } from '../../kernel/clock.ts'
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import type { Reader } from '../../mail/show/reader.ts'
import { senderKey } from '../stop/sender-key.ts'
import { refuseStopped } from '../stop/watch-senders.ts'
import type { UploadRow } from '../upload/repository.ts'
import { findUploads, removeUploads } from '../upload/repository.ts'
import type { UploadDeps } from '../upload/upload-file.ts'
import { outboundWords } from '../words/words.ts'
import { removeDraft } from './draft-repository.ts'
import { readRecipients } from './recipients.ts'
import { checkSize, type LetterDeps, sendLetter } from './send-letter.ts'
import { findSender } from './sender.ts'
import { threadOf } from './thread-of.ts'

const shortHtml = 50_000
const longestWaitMs = 366 * day
/** A time that passed while somebody was writing means now. */
const slackMs = 5 * minute

export type SendDeps = LetterDeps & UploadDeps & { pool: Reader }

export type SendRequest = BodyOf<Calls['sendEmail']>

function sendTime(sendAt: string | undefined, now: number): number | null {
  if (sendAt === undefined) return null
  const at = Date.parse(sendAt)
  if (at < now - slackMs) throw invalidField('sendAt', outboundWords.sendsInPast)
  if (at > now + longestWaitMs) throw invalidField('sendAt', outboundWords.sendsTooLate)
  return at <= now ? null : at
}

async function filesOf(deps: SendDeps, owner: string, ids: readonly string[]): Promise<UploadRow[]> {
  const wanted = [...new Set(ids)]
  const rows = await findUploads(deps.db.query, owner, wanted)
  if (rows.length < wanted.length) throw new AppError('notFound', { msg: outboundWords.fileGone })
  return rows
}

async function wordsOf(deps: SendDeps, request: SendRequest, files: readonly UploadRow[]) {
  const { html, text } = request
  if (html === undefined || html.trim() === '') return { html: null, text: text ?? '', shownFiles: [] }
  const ids = files.map(file => file.id)
  // A typed mail takes a moment, but a program's mail may take longer, and nobody else must wait for it.
  const made =
    html.length <= shortHtml ? outgoingHtml(html, ids) : await deps.pool.run('outgoing', { html, files: ids })
  return { html: made.html, text: text ?? made.text, shownFiles: made.shownFiles }
}

async function attachmentsOf(deps: SendDeps, files: readonly UploadRow[], shown: readonly string[]) {
  const list = []
  for (const file of files) {
    const content = await deps.blobs.get(file.blob_key)
    if (!content) throw new AppError('notFound', { msg: outboundWords.fileBroken(file.filename) })
    const base = { filename: file.filename, contentType: file.content_type, content }
    list.push(shown.includes(file.id) ? { ...base, cid: file.id } : base)
  }
  return list
}

/**
 * Removes the draft and the files of the mail. If two requests send the same draft, the second finds nothing.
 */
async function spend(
  tx: Tx,
  owner: string,
  request: SendRequest,
  files: readonly UploadRow[],
): Promise<string[]> {
  const keys =
    files.length === 0 ? [] : await removeUploads(tx, { ownerKey: owner, ids: files.map(file => file.id) })
  if (keys.length < files.length) throw new AppError('conflict', { msg: outboundWords.alreadySent })
  if (request.draftId === undefined) return keys
  const rest = await removeDraft(tx, owner, request.draftId)
  if (rest === null) throw new AppError('conflict', { msg: outboundWords.draftGone })
  return [...keys, ...rest]
}

export async function sendMail(
  deps: SendDeps,
  caller: LoggedIn,
  request: SendRequest,
): Promise<{ id: string; undoUntil: string | null }> {
  const owner = ownerKey(caller)
  const mailbox = await findSender(deps, caller, request.from)
  await refuseStopped(deps.db.query, senderKey(mailbox), caller.role === 'admin')
  const recipients = readRecipients(request)
  const settings = await deps.site.read()
  const sendAt = sendTime(request.sendAt, deps.clock.now())
  const thread = await threadOf(deps, caller, request.inReplyTo)
  const files = await filesOf(deps, owner, request.attachments ?? [])
  checkSize(
    files.reduce((sum, file) => sum + file.size, 0),
    settings,
  )
  const words = await wordsOf(deps, request, files)
  return sendLetter(
    deps,
    caller,
    {
      mailbox,
      fromName: request.fromName ?? '',
      recipients,
      subject: request.subject,
      text: words.text,
      html: words.html,
      attachments: await attachmentsOf(deps, files, words.shownFiles),
      attachmentCount: files.length - words.shownFiles.length,
      thread,
      sendAt,
    },
    tx => spend(tx, owner, request, files),
  )
}
