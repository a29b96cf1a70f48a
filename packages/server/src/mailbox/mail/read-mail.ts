/** Reading mail: lists, one mail, its source, its attachments, its remote pictures. */
import type { AttachedMail, MailDetail } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import { asBuffer } from '../../kernel/as-buffer.ts'
import type { LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import { type Envelope, traceHeaders } from '../../mail/envelope.ts'
import { sayChecks } from '../../mail/say-checks.ts'
import { uncheckedSender } from '../../mail/sender-verdict.ts'
import { parseDetails, shownMail } from './mail-row.ts'
import { wholeMessage } from './message-bytes.ts'
import type { Reading } from './reading.ts'
import { findStoredMail } from './repository.ts'

export type ReadDeps = { db: Db; reading: Reading }

async function findMail(db: Db, scope: LetterScope, id: string) {
  const row = await findStoredMail(db.query, scope, id)
  if (!row) throw new AppError('notFound')
  return row
}

export async function readMail(deps: ReadDeps, caller: LoggedIn, id: string): Promise<MailDetail> {
  const row = await findMail(deps.db, mailboxScope(caller), id)
  const details = parseDetails(row.details)
  const shown = await deps.reading.show(caller, row).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause
    return null
  })
  return {
    ...shownMail(row),
    cc: details.cc ?? [],
    replyTo: details.replyTo ?? [],
    date: details.date ?? null,
    messageId: details.messageId ?? '',
    text: shown?.text ?? null,
    html: shown?.html ?? null,
    remoteImages: shown?.remoteImages ?? 0,
    headers: shown?.headers ?? [],
    attachments: shown?.attachments ?? [],
    seal: shown?.seal ?? null,
    auth: sayChecks(details.auth ?? uncheckedSender),
    codeEvidence: details.codeEvidence ?? null,
    linkEvidence: details.linkEvidence ?? null,
    warnings: shown ? [...new Set([...shown.warnings, ...(details.warnings ?? [])])] : ['unreadable'],
  }
}

/** Exactly as received, after our own trace headers. */
export async function readSource(
  deps: { db: Db; blobs: BlobStore },
  scope: LetterScope,
  id: string,
): Promise<Buffer> {
  const row = await findMail(deps.db, scope, id)
  const raw = await wholeMessage(deps.blobs, row)
  const headers = traceHeaders(JSON.parse(row.envelope) as Envelope, row.received_at)
  return Buffer.concat([Buffer.from(headers, 'latin1'), raw])
}

export async function readAttachment(
  deps: ReadDeps,
  caller: LoggedIn,
  id: string,
  attachmentId: string,
): Promise<{ filename: string; contentType: string; bytes: Buffer }> {
  const row = await findMail(deps.db, mailboxScope(caller), id)
  const file = await deps.reading.attachment(caller, row, attachmentId)
  if (!file) throw new AppError('notFound')
  return { ...file, bytes: asBuffer(file.bytes) }
}

export async function readAttached(
  deps: ReadDeps,
  caller: LoggedIn,
  id: string,
  attachmentId: string,
): Promise<AttachedMail> {
  const row = await findMail(deps.db, mailboxScope(caller), id)
  const shown = await deps.reading.showAttached(caller, row, attachmentId)
  if (!shown) throw new AppError('notFound')
  const { images, ...mail } = shown
  return mail
}

/** Whether the sanitised mail really names this picture: the proxy fetches nothing else. */
export async function namesImage(
  deps: ReadDeps,
  caller: LoggedIn,
  id: string,
  { url, attachmentId }: { url: string; attachmentId?: string | undefined },
): Promise<boolean> {
  const row = await findMail(deps.db, mailboxScope(caller), id)
  return deps.reading.hasImage(caller, row, url, attachmentId)
}
