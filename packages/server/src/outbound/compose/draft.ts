/** Saves drafts while somebody types, and never loses one to a second window with an older version. */
import type { BodyOf, Calls, Draft } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import { idOf, newId } from '../../kernel/ids.ts'
import { previewText } from '../../mail/mime/preview.ts'
import { listMailsByIds } from '../../mailbox/mail/mails.ts'
import { findUploads, layIntoDraft, type UploadRow, uploadsOfDrafts } from '../upload/repository.ts'
import { shownUpload } from '../upload/upload-file.ts'
import { outboundWords } from '../words/words.ts'
import { type DraftContent, emptyDraft, readDraftContent } from './draft-content.ts'
import {
  countDrafts,
  type DraftRow,
  findDraft,
  insertDraft,
  pageOfDrafts,
  removeDraft,
  updateDraft,
} from './draft-repository.ts'

export const maxDrafts = 500
const searchedHtml = 20_000

export type DraftDeps = { db: Db; clock: Clock; blobs: BlobStore }

const plainOf = (html: string): string => html.slice(0, searchedHtml).replace(/<[^<>]*>/g, ' ')

export const searchOf = ({ subject, to, cc, bcc }: DraftContent): string =>
  [subject, ...to, ...cc, ...bcc].join('\n').toLowerCase()

const shownDraft = (row: DraftRow, files: readonly UploadRow[]): Draft => ({
  id: row.id,
  version: row.version,
  ...readDraftContent(row.content),
  attachments: files.map(shownUpload),
  createdAt: isoTime(row.created_at),
  savedAt: isoTime(row.saved_at),
})

async function checkFiles(db: Db, owner: string, ids: readonly string[] | undefined, draftId: string | null) {
  const wanted = [...new Set(ids ?? [])]
  const rows = await findUploads(db.query, owner, wanted)
  const taken = rows.some(row => row.draft_id !== null && row.draft_id !== draftId)
  if (rows.length < wanted.length || taken) throw new AppError('notFound', { msg: outboundWords.fileGone })
  return wanted
}

/** A draft answers or forwards a mail that its writer reads; one that it names already may be gone since. */
async function checkAnswered(
  db: Db,
  caller: LoggedIn,
  mailId: string | null | undefined,
  known: string | null,
) {
  if (mailId === undefined || mailId === null || mailId === known) return
  const [mail] = await listMailsByIds(db.query, mailboxScope(caller), [mailId])
  if (!mail)
    throw new AppError('notFound', {
      msg: outboundWords.answeredMailGone,
      fields: { inReplyTo: outboundWords.answeredMailGone },
    })
}

export async function newDraft(
  deps: DraftDeps,
  owner: string,
  content: DraftContent,
  files: readonly string[],
): Promise<Draft> {
  const made = await makeDraft(deps, { id: newId(deps.clock.now()), owner }, content, files)
  if (!made) throw new AppError('conflict')
  return made
}

/** Returns null when a draft with this id exists. */
async function makeDraft(
  deps: DraftDeps,
  { id, owner }: { id: string; owner: string },
  content: DraftContent,
  files: readonly string[],
): Promise<Draft | null> {
  const now = deps.clock.now()
  if ((await countDrafts(deps.db.query, owner)) >= maxDrafts)
    throw new AppError('limitReached', { msg: outboundWords.tooManyDrafts(maxDrafts) })
  const row: DraftRow = {
    id,
    owner_key: owner,
    version: 1,
    content: JSON.stringify(content),
    search: searchOf(content),
    created_at: now,
    saved_at: now,
  }
  const made = await deps.db.transaction(async tx => {
    if (!(await insertDraft(tx, row))) return false
    await layIntoDraft(tx, owner, row.id, files)
    return true
  })
  if (!made) return null
  return shownDraft(row, await uploadsOfDrafts(deps.db.query, [row.id]))
}

export async function saveDraft(
  deps: DraftDeps,
  caller: LoggedIn,
  request: BodyOf<Calls['saveDraft']>,
): Promise<Draft> {
  const owner = ownerKey(caller)
  const { key, attachments, ...given } = request
  if (given.id !== undefined || key === undefined) return saveOnce(deps, caller, request)
  // A key of the writer's own names one draft, so repeated requests make only one.
  const id = idOf(`${owner} ${key}`)
  const known = await findDraft(deps.db.query, owner, id)
  if (known) return saveOnce(deps, caller, { ...request, id, version: known.version })
  await checkAnswered(deps.db, caller, given.inReplyTo, null)
  const files = await checkFiles(deps.db, owner, attachments, id)
  const content = { ...emptyDraft, ...partsOf(given) }
  return (await makeDraft(deps, { id, owner }, content, files)) ?? saveDraft(deps, caller, request)
}

const partsOf = ({ id, version, key, attachments, ...parts }: BodyOf<Calls['saveDraft']>) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

async function saveOnce(
  deps: DraftDeps,
  caller: LoggedIn,
  request: BodyOf<Calls['saveDraft']>,
): Promise<Draft> {
  const owner = ownerKey(caller)
  const { id, version, attachments } = request
  const change = partsOf(request)
  const files = await checkFiles(deps.db, owner, attachments, id ?? null)
  if (id === undefined) {
    await checkAnswered(deps.db, caller, request.inReplyTo, null)
    return newDraft(deps, owner, { ...emptyDraft, ...change }, files)
  }
  if (version === undefined) throw invalidField('version', outboundWords.versionMissing)
  const row = await findDraft(deps.db.query, owner, id)
  if (!row) throw new AppError('notFound', { msg: outboundWords.draftGone })
  const known = readDraftContent(row.content)
  await checkAnswered(deps.db, caller, request.inReplyTo, known.inReplyTo)
  const content = { ...known, ...change }
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const saved = await updateDraft(
      tx,
      { id, owner_key: owner, version },
      { content: JSON.stringify(content), search: searchOf(content), saved_at: now },
    )
    if (!saved) throw new AppError('conflict', { msg: outboundWords.draftChanged })
    if (attachments !== undefined) await layIntoDraft(tx, owner, id, files)
  })
  return readDraft(deps, caller, id)
}

export async function readDraft(deps: Pick<DraftDeps, 'db'>, caller: LoggedIn, id: string): Promise<Draft> {
  const row = await findDraft(deps.db.query, ownerKey(caller), id)
  if (!row) throw new AppError('notFound')
  return shownDraft(row, await uploadsOfDrafts(deps.db.query, [id]))
}

function cursorOf(text: string | undefined): { savedAt: number; id: string } | null {
  if (text === undefined) return null
  const [, at, id] = /^([0-9a-z]{1,10})\.([0-9a-z]{1,30})$/.exec(text) ?? []
  if (at === undefined || id === undefined) throw invalidField('cursor', outboundWords.badCursor)
  return { savedAt: Number.parseInt(at, 36), id }
}

export async function listDrafts(
  deps: Pick<DraftDeps, 'db'>,
  caller: LoggedIn,
  query: { q?: string | undefined; cursor?: string | undefined; pageSize?: number | undefined },
) {
  const limit = query.pageSize ?? 50
  const rows = await pageOfDrafts(deps.db.query, ownerKey(caller), {
    q: query.q,
    before: cursorOf(query.cursor),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const files =
    page.length === 0
      ? []
      : await uploadsOfDrafts(
          deps.db.query,
          page.map(row => row.id),
        )
  return {
    list: page.map(row => {
      const { html, ...content } = readDraftContent(row.content)
      return {
        id: row.id,
        version: row.version,
        ...content,
        preview: previewText(plainOf(html)),
        attachmentCount: files.filter(file => file.draft_id === row.id).length,
        createdAt: isoTime(row.created_at),
        savedAt: isoTime(row.saved_at),
      }
    }),
    nextCursor: rows.length > limit && last ? `${last.saved_at.toString(36)}.${last.id}` : null,
  }
}

/** Deletes all of them or none. */
export async function deleteDrafts(
  deps: DraftDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const owner = ownerKey(caller)
  const keys = await deps.db.transaction(async tx => {
    const blobs: string[] = []
    for (const id of wanted) {
      const removed = await removeDraft(tx, owner, id)
      if (removed === null) throw new AppError('notFound')
      blobs.push(...removed)
    }
    return blobs
  })
  for (const key of keys) await deps.blobs.remove(key)
  return wanted.length
}
