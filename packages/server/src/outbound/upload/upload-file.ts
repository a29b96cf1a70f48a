/**
 * Stores files for a mail or for a picture of the pages. They are written to disk as they come and never held
 * whole in memory. They belong only to their uploader, have names of ours, and are removed when unused. The
 * server decides their names and types, whatever the client claims.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, putLooseFile, useBlobs } from '../../blobs/loose-blobs.ts'
import { lockName } from '../../database/lock.ts'
import type { Db, Query } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, day } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { StorageWatch } from '../../ledger/storage/storage-watch.ts'
import { safeFilename } from '../../mail/mime/filename.ts'
import { outboundWords } from '../words/words.ts'
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
/** The limit for one owner's unsent files, including those in drafts. */
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
  /** Whether there is room on the disk. */
  storage: Pick<StorageWatch, 'hasRoom'>
}

/** For contents that are here already. */
export type BytesDeps = Pick<UploadDeps, 'db' | 'clock' | 'blobs' | 'storage'>

export const shownUpload = (row: UploadRow): Upload => ({
  id: row.id,
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
})

/** An account with little storage has little room here too, but enough for a large mail. */
function roomOf(caller: LoggedIn): number {
  const limit = caller.role === 'mailbox' ? null : caller.limits.storageMb
  return limit === null ? maxBytes : Math.min(maxBytes, Math.max(limit * megabyte, leastBytes))
}

function checkStorage(storage: UploadDeps['storage'], bytes: number): void {
  if (!storage.hasRoom(bytes)) throw new AppError('busy', { msg: outboundWords.noStorage })
}

type Holder = { key: string; room: number }

async function checkRoom(query: Query, { key, room }: Holder): Promise<void> {
  const { files, bytes } = await uploadedBy(query, key)
  if (files >= maxFiles || bytes >= room)
    throw new AppError('limitReached', { msg: outboundWords.tooManyFiles })
}

/** Ends with an error as soon as there is one octet too many, of this file or of all that are coming, or no room for it. */
const limited = (limit: number, coming: ComingFile, storage: UploadDeps['storage']): Transform => {
  let seen = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length
      if (seen > limit)
        return done(
          new AppError('tooLarge', { msg: outboundWords.fileTooLarge(Math.floor(limit / megabyte)) }),
        )
      try {
        checkStorage(storage, piece.length)
        coming.add(piece.length)
      } catch (cause) {
        return done(cause as Error)
      }
      done(null, piece)
    },
  })
}

const spoolOf = (dataDir: string): string => join(dataDir, 'spool')

/** Removes parts of uploads that a crash left; call it before the first upload. */
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
  deps: Pick<UploadDeps, 'db' | 'clock' | 'blobs'>,
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
      // Others may have taken the room during this upload.
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
  // A file that is within the limit for one file always has room when it comes alone.
  const coming = deps.coming.enter(holder.key, Math.max(holder.room, limit))
  const folder = spoolOf(deps.dataDir)
  const path = join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true })
    await pipeline(
      file.stream,
      limited(limit, coming, deps.storage),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    ).catch((cause: unknown) => {
      // Faults of the disk have a code, so the remaining ones are a body that ended too early or is invalid.
      if (cause instanceof AppError || (cause as NodeJS.ErrnoException).code !== undefined) throw cause
      throw new AppError('badRequest', { msg: outboundWords.fileIncomplete, cause })
    })
    const { size } = await stat(path)
    if (size === 0) throw invalidField('file', outboundWords.fileEmpty)
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

/** Does the same for content that is already here, such as an attachment of a forwarded mail. */
export async function uploadBytes(
  deps: BytesDeps,
  owner: string,
  file: { filename: string; bytes: Buffer },
): Promise<UploadRow> {
  const holder = { key: owner, room: maxBytes }
  await checkRoom(deps.db.query, holder)
  checkStorage(deps.storage, file.bytes.length)
  const contentType = fileType(file.bytes.subarray(0, sniffedBytes), file.filename)
  const blobKey = await putLoose(deps, file.bytes)
  const filename = safeFilename(file.filename, contentType, 1)
  return keep(deps, holder, { filename, contentType, size: file.bytes.length, blobKey })
}

export async function readUpload(
  deps: Pick<UploadDeps, 'db' | 'blobs'>,
  caller: LoggedIn,
  id: string,
  /** A larger file is not even read. */
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<{ row: UploadRow; bytes: Buffer }> {
  const [row] = await findUploads(deps.db.query, ownerKey(caller), [id])
  if (row && row.size > mostBytes) throw new AppError('tooLarge')
  const bytes = row && (await deps.blobs.get(row.blob_key))
  if (!row || !bytes) throw new AppError('notFound')
  return { row, bytes }
}

/** Deletes all of them or none. */
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
