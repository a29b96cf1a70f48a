/**
 * Files on their way into a mail, or to become a picture of the pages. They are written to disk as they come and never held whole in memory; they belong to
 * whoever uploaded them and to nobody else, have names of ours, and go when they are not used. What they are called and
 * what they are is decided here, whatever the client says.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, putLooseFile, useBlobs } from '../../blobs/loose-blobs.ts'
import { type Clock, day } from '../../clock.ts'
import { lockName } from '../../database/lock.ts'
import type { Db, Query } from '../../database/types.ts'
import type { LoggedIn } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { safeFilename } from '../../mail/mime/filename.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { ComingFile, ComingFiles } from './coming-files.ts'
import { fileType, sniffedBytes } from './file-type.ts'
import {
  findUploads,
  insertUpload,
  removeUnused,
  removeUploads,
  type UploadRow,
  uploadedBy,
} from './repository.ts'

const megabyte = 1_048_576
/** What one may have lying about: unsent files and those in drafts. */
const maxFiles = 500
const maxBytes = 500 * megabyte
const leastBytes = 50 * megabyte
const unusedMs = day
const sweptAtOnce = 200

export type UploadDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  site: SiteSettings
  dataDir: string
  coming: ComingFiles
}

/** Whose file or draft it is. */
export const ownerKey = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? `mailbox:${caller.mailboxId}` : `account:${caller.accountId}`

export const shownUpload = (row: UploadRow): Upload => ({
  id: row.id,
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
})

/** An account with little space has little here too, but enough for a large mail. */
function roomOf(caller: LoggedIn): number {
  const limit = caller.role === 'mailbox' ? null : caller.limits.storageMb
  return limit === null ? maxBytes : Math.min(maxBytes, Math.max(limit * megabyte, leastBytes))
}

type Holder = { key: string; room: number }

async function checkRoom(query: Query, { key, room }: Holder): Promise<void> {
  const { files, bytes } = await uploadedBy(query, key)
  if (files >= maxFiles || bytes >= room)
    throw new AppError('limitReached', { msg: '上传的文件太多，请先删掉一些草稿' })
}

/** Ends with an error as soon as there is one octet too many, of this file or of all that are coming. */
const limited = (limit: number, coming: ComingFile): Transform => {
  let seen = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length
      if (seen > limit)
        return done(new AppError('tooLarge', { msg: `文件太大，最多 ${Math.floor(limit / megabyte)} MB` }))
      try {
        coming.add(piece.length)
      } catch (cause) {
        return done(cause as Error)
      }
      done(null, piece)
    },
  })
}

const spoolOf = (dataDir: string): string => join(dataDir, 'spool')

/** What a crash left of files that were coming in; to be called before the first comes. */
export const clearSpool = (dataDir: string): Promise<void> =>
  rm(spoolOf(dataDir), { recursive: true, force: true })

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function keep(
  deps: UploadDeps,
  holder: Holder,
  file: { filename: string; contentType: string; size: number; blobKey: string },
): Promise<UploadRow> {
  const now = deps.clock.now()
  const row: UploadRow = {
    id: newId(now),
    owner_key: holder.key,
    draft_id: null,
    filename: file.filename,
    content_type: file.contentType,
    size: file.size,
    blob_key: file.blobKey,
    created_at: now,
  }
  try {
    await deps.db.transaction(async tx => {
      // While this one was coming others may have taken the room.
      await lockName(tx, deps.db, `uploads:${holder.key}`)
      await checkRoom(tx, holder)
      await useBlobs(tx, [file.blobKey])
      await insertUpload(tx, row)
    })
  } catch (cause) {
    await dropLoose(deps, file.blobKey)
    throw cause
  }
  return row
}

export async function uploadFile(
  deps: UploadDeps,
  caller: LoggedIn,
  file: { filename: string; stream: Readable },
): Promise<Upload> {
  const holder = { key: ownerKey(caller), room: roomOf(caller) }
  await checkRoom(deps.db.query, holder)
  const limit = (await deps.site.read()).uploadLimitMb * megabyte
  // One that may come alone is never too much.
  const coming = deps.coming.enter(holder.key, Math.max(holder.room, limit))
  const folder = spoolOf(deps.dataDir)
  const path = join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true })
    await pipeline(
      file.stream,
      limited(limit, coming),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    ).catch((cause: unknown) => {
      // Faults of the disk have a code; what is left is a body that ended too early or was none.
      if (cause instanceof AppError || (cause as NodeJS.ErrnoException).code !== undefined) throw cause
      throw new AppError('badRequest', { msg: '上传的内容不完整', cause })
    })
    const { size } = await stat(path)
    if (size === 0) throw invalidField('file', '文件是空的')
    const given = file.filename.split(/[\\/]/).pop() ?? ''
    const contentType = fileType(await headOf(path), given)
    const filename = safeFilename(given, contentType, 1)
    const blobKey = await putLooseFile(deps, path)
    return shownUpload(await keep(deps, holder, { filename, contentType, size, blobKey }))
  } finally {
    await rm(path, { force: true })
    coming.leave()
  }
}

/** The same for content that we have already, such as an attachment of a mail that is forwarded. */
export async function uploadBytes(
  deps: UploadDeps,
  owner: string,
  file: { filename: string; bytes: Buffer },
): Promise<UploadRow> {
  const holder = { key: owner, room: maxBytes }
  await checkRoom(deps.db.query, holder)
  const contentType = fileType(file.bytes.subarray(0, sniffedBytes), file.filename)
  const blobKey = await putLoose(deps, file.bytes)
  const filename = safeFilename(file.filename, contentType, 1)
  return keep(deps, holder, { filename, contentType, size: file.bytes.length, blobKey })
}

export async function readUpload(
  deps: Pick<UploadDeps, 'db' | 'blobs'>,
  caller: LoggedIn,
  id: string,
  /** More is not even read. */
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<{ row: UploadRow; bytes: Buffer }> {
  const [row] = await findUploads(deps.db.query, ownerKey(caller), [id])
  if (row && row.size > mostBytes) throw new AppError('tooLarge')
  const bytes = row && (await deps.blobs.get(row.blob_key))
  if (!row || !bytes) throw new AppError('notFound')
  return { row, bytes }
}

/** All of them or none. */
export async function deleteUploads(
  deps: Pick<UploadDeps, 'db' | 'blobs'>,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  const owner = ownerKey(caller)
  const keys = await deps.db.transaction(async tx => {
    const removed = await removeUploads(tx, { ownerKey: owner, ids: wanted })
    if (removed.length < wanted.length) throw new AppError('notFound')
    return removed
  })
  for (const key of keys) await deps.blobs.remove(key)
  return keys.length
}

export async function sweepUploads(deps: Pick<UploadDeps, 'db' | 'clock' | 'blobs'>): Promise<void> {
  for (;;) {
    const before = deps.clock.now() - unusedMs
    const keys = await deps.db.transaction(tx => removeUnused(tx, before, sweptAtOnce))
    for (const key of keys) await deps.blobs.remove(key)
    if (keys.length < sweptAtOnce) return
  }
}
