/**
 * Sends a mail: it checks the right to send, the text and the recipients. One transaction counts the mail
 * against the day's limit, queues it, and removes the draft and the files that it was made from, so that
 * pressing twice sends once.
 */
import type { BodyOf, Calls } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { day, isoTime, minute, second } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { answerTo, type Thread } from '../../mail/compose/answer-to.ts'
import { composeMessage } from '../../mail/compose/compose-message.ts'
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import { headersOnly } from '../../mail/mime/headers-only.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { previewText } from '../../mail/mime/preview.ts'
import type { Reader } from '../../mail/show/reader.ts'
import { findStoredMail } from '../../mailbox/mail/mails.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { countSends, dropLarge, enqueue, storeLarge } from '../queue/enqueue.ts'
import { senderKey } from '../stop/sender-key.ts'
import { refuseStopped } from '../stop/watch-senders.ts'
import type { UploadRow } from '../upload/repository.ts'
import { findUploads, removeUploads } from '../upload/repository.ts'
import type { UploadDeps } from '../upload/upload-file.ts'
import { outboundWords } from '../words/words.ts'
import { noteContacts } from './contacts.ts'
import { removeDraft } from './draft-repository.ts'
import { readRecipients, shownPerson } from './recipients.ts'
import { dayLimits, findSender } from './sender.ts'

const megabyte = 1_048_576
const shortHtml = 50_000
const longestWaitMs = 366 * day
/** A time that passed while somebody was writing means now. */
const slackMs = 5 * minute

export type SendDeps = UploadDeps & {
  pool: Reader
  /** Checks a sender after it sent more. */
  watch(senderKey: string): Promise<void>
  /** Makes the queue look at once. */
  kick(): void
  /** Tells open pages that there is a new sent mail. */
  tellNew(outgoingId: string): Promise<void>
}

export type SendRequest = BodyOf<Calls['sendEmail']>

function sendTime(sendAt: string | undefined, now: number): number | null {
  if (sendAt === undefined) return null
  const at = Date.parse(sendAt)
  if (at < now - slackMs) throw invalidField('sendAt', outboundWords.sendsInPast)
  if (at > now + longestWaitMs) throw invalidField('sendAt', outboundWords.sendsTooLate)
  return at <= now ? null : at
}

async function threadOf(deps: SendDeps, caller: LoggedIn, mailId: string | undefined): Promise<Thread> {
  if (mailId === undefined) return { inReplyTo: null, references: [] }
  const row = await findStoredMail(deps.db.query, mailboxScope(caller), mailId)
  const raw = row && (await messageBytes(deps.blobs, row))
  if (!raw) throw new AppError('notFound', { msg: outboundWords.answeredMailGone })
  return answerTo(parseMail(headersOnly(raw)))
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
  const now = deps.clock.now()
  const sendAt = sendTime(request.sendAt, now)
  const thread = await threadOf(deps, caller, request.inReplyTo)
  const files = await filesOf(deps, owner, request.attachments ?? [])
  const limit = settings.maxMessageMb * megabyte
  const tooLarge = () => new AppError('tooLarge', { msg: outboundWords.mailTooLarge(settings.maxMessageMb) })
  if (files.reduce((sum, file) => sum + file.size, 0) > limit) throw tooLarge()
  const words = await wordsOf(deps, request, files)
  const id = newId(now)
  const messageId = `<${id}@${mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)}>`
  const raw = await composeMessage({
    from: { name: request.fromName ?? '', address: mailbox.address },
    to: recipients.to,
    cc: recipients.cc,
    subject: request.subject,
    text: words.text,
    html: words.html,
    attachments: await attachmentsOf(deps, files, words.shownFiles),
    messageId,
    date: new Date(sendAt ?? now),
    ...thread,
  })
  if (raw.length > limit) throw tooLarge()
  const limits = await dayLimits(deps, mailbox, caller.role === 'mailbox')
  const holdMs = sendAt === null ? settings.undoSeconds * second : 0
  const blobKey = await storeLarge(deps, raw)
  let spent: string[]
  try {
    spent = await deps.db.transaction(async tx => {
      await countSends(tx, limits, recipients.envelope.length, now)
      const keys = await spend(tx, owner, request, files)
      await enqueue(tx, {
        id,
        kind: 'mail',
        mailbox,
        fromAddress: mailbox.address,
        fromName: request.fromName ?? '',
        to: recipients.to.map(shownPerson),
        cc: recipients.cc.map(shownPerson),
        subject: request.subject,
        preview: previewText(words.text),
        messageId,
        attachmentCount: files.length - words.shownFiles.length,
        smtpUtf8: recipients.needsSmtpUtf8,
        raw,
        blobKey,
        recipients: recipients.envelope,
        sendAt,
        holdMs,
        now,
      })
      await noteContacts(tx, owner, recipients.people, now)
      return keys
    })
  } catch (cause) {
    await dropLarge(deps, blobKey)
    throw cause
  }
  for (const key of spent) await deps.blobs.remove(key)
  await deps.watch(senderKey(mailbox))
  deps.kick()
  await deps.tellNew(id)
  return { id, undoUntil: holdMs > 0 ? isoTime(now + holdMs) : null }
}
