/** Reading mail: lists, one mail, its source, its attachments, its remote pictures. */
import type { MailDetail } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { type LoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import { uncheckedSender } from '../process/sender-verdict.ts'
import type { WorkerPool } from '../process/worker-pool.ts'
import { type Envelope, traceHeaders } from '../receive/envelope.ts'
import { parseDetails, shownMail } from './mail-row.ts'
import { asBuffer, messageBytes } from './message-bytes.ts'
import { findStoredMail } from './repository.ts'

export type ReadDeps = { db: Db; blobs: BlobStore; pool: WorkerPool }

async function load(deps: Pick<ReadDeps, 'db' | 'blobs'>, scope: Scope, id: string) {
  const row = await findStoredMail(deps.db.query, scope, id)
  if (!row) throw new AppError('notFound')
  const raw = await messageBytes(deps.blobs, row)
  if (!raw) throw new AppError('notFound', { msg: '这封邮件的内容已经损坏' })
  return { row, raw }
}

export async function readMail(deps: ReadDeps, caller: LoggedIn, id: string): Promise<MailDetail> {
  const { row, raw } = await load(deps, mailboxScope(caller), id)
  const details = parseDetails(row.details)
  const shown = await deps.pool.run('show', { raw }).catch(() => null)
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
    auth: details.auth ?? uncheckedSender,
    codeEvidence: details.codeEvidence ?? null,
    linkEvidence: details.linkEvidence ?? null,
    warnings: shown ? shown.warnings : ['unreadable'],
  }
}

/** Exactly as received, after our own trace headers. */
export async function readSource(
  deps: Pick<ReadDeps, 'db' | 'blobs'>,
  scope: Scope,
  id: string,
): Promise<Buffer> {
  const { row, raw } = await load(deps, scope, id)
  const headers = traceHeaders(JSON.parse(row.envelope) as Envelope, row.received_at)
  return Buffer.concat([Buffer.from(headers, 'latin1'), raw])
}

export async function readAttachment(
  deps: ReadDeps,
  caller: LoggedIn,
  id: string,
  attachmentId: string,
): Promise<{ filename: string; contentType: string; bytes: Buffer }> {
  const { raw } = await load(deps, mailboxScope(caller), id)
  const file = await deps.pool.run('attachment', { raw, id: attachmentId })
  if (!file) throw new AppError('notFound')
  return { ...file, bytes: asBuffer(file.bytes) }
}

/** Whether the sanitised mail really names this picture: the proxy fetches nothing else. */
export async function namesImage(
  deps: ReadDeps,
  caller: LoggedIn,
  id: string,
  url: string,
): Promise<boolean> {
  const { raw } = await load(deps, mailboxScope(caller), id)
  const { html } = await deps.pool.run('show', { raw })
  const escaped = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html !== null && (html.includes(`"${escaped}"`) || html.includes(`"${url}"`))
}
