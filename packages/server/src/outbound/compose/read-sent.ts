/** Reads sent mail: lists, one mail, its source, its attachments. */
import type { Calls, QueryOf, SentDetail } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { asBuffer } from '../../kernel/as-buffer.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Reader } from '../../mail/show/reader.ts'
import { checkMailbox } from '../../mailbox/mail/change-mails.ts'
import { wholeMessage } from '../../mailbox/mail/message-bytes.ts'
import { recipientsOf } from '../queue/repository.ts'
import { outboundWords } from '../words/words.ts'
import { countDrafts } from './draft-repository.ts'
import { countFolder, findSent, pageOfSent } from './sent-repository.ts'
import { shownSent } from './shown-sent.ts'

export type ReadSentDeps = { db: Db; clock: Clock; blobs: BlobStore; pool: Reader }

const defaultPage = 50
const countedUpTo = 1000

export async function listSent(deps: ReadSentDeps, caller: LoggedIn, query: QueryOf<Calls['getSentEmail']>) {
  await checkMailbox(deps.db, caller, query.mailbox)
  const now = deps.clock.now()
  const scope = mailboxScope(caller)
  const limit = query.pageSize ?? defaultPage
  const { cursor } = query
  if (cursor !== undefined && !/^[0-9a-z]{26}$/.test(cursor))
    throw invalidField('cursor', outboundWords.badCursor)
  const rows = await pageOfSent(deps.db.query, scope, {
    mailboxId: query.mailbox,
    folder: query.folder ?? 'sent',
    state: query.state,
    q: query.q,
    before: cursor ?? null,
    limit: limit + 1,
    now,
  })
  const page = rows.slice(0, limit)
  const recipients =
    page.length === 0
      ? []
      : await recipientsOf(
          deps.db.query,
          page.map(row => row.id),
        )
  const count = (folder: 'scheduled' | 'queue') => countFolder(deps.db.query, scope, folder, now, countedUpTo)
  return {
    list: page.map(row =>
      shownSent(
        row,
        recipients.filter(recipient => recipient.outgoing_id === row.id),
        now,
      ),
    ),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    counts: {
      drafts: await countDrafts(deps.db.query, ownerKey(caller)),
      scheduled: await count('scheduled'),
      queue: await count('queue'),
    },
  }
}

export async function loadSent(deps: Pick<ReadSentDeps, 'db' | 'blobs'>, caller: LoggedIn, id: string) {
  const row = await findSent(deps.db.query, mailboxScope(caller), id)
  if (!row) throw new AppError('notFound')
  return { row, raw: await wholeMessage(deps.blobs, row) }
}

export async function readSent(deps: ReadSentDeps, caller: LoggedIn, id: string): Promise<SentDetail> {
  const { row, raw } = await loadSent(deps, caller, id)
  const shown = await deps.pool.run('show', { raw }).catch(() => null)
  return {
    ...shownSent(row, await recipientsOf(deps.db.query, [id]), deps.clock.now()),
    sender: { name: row.from_name, address: row.from_address },
    messageId: row.message_id,
    text: shown?.text ?? null,
    html: shown?.html ?? null,
    attachments: shown?.attachments ?? [],
  }
}

export async function readSentAttachment(
  deps: ReadSentDeps,
  caller: LoggedIn,
  id: string,
  attachmentId: string,
): Promise<{ filename: string; contentType: string; bytes: Buffer }> {
  const { raw } = await loadSent(deps, caller, id)
  const file = await deps.pool.run('attachment', { raw, id: attachmentId })
  if (!file) throw new AppError('notFound')
  return { ...file, bytes: asBuffer(file.bytes) }
}
