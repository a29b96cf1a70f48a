/** Putting a picture in the place of another, or taking it away. The uploaded file is used up by it. */
import type { PictureUse } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import { asAccount } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { type AuditEntry, writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { deleteUploads, readUpload } from '../../outbound/upload/upload-file.ts'
import { operateWords } from '../words/words.ts'
import { judgePicture, logoKey, maxPictureBytes, pictureUrl } from './picture.ts'
import { type PictureRow, putPicture, removePicture } from './repository.ts'

export type PictureDeps = { db: Db; clock: Clock; blobs: BlobStore }

function placeOf(
  use: PictureUse,
  caller: LoggedIn,
): Pick<PictureRow, 'owner_key' | 'sys_account_id' | 'mailbox_id'> {
  if (use === 'logo') {
    if (caller.role !== 'admin') throw new AppError('forbidden')
    return { owner_key: logoKey, sys_account_id: null, mailbox_id: null }
  }
  const isMailbox = caller.role === 'mailbox'
  return {
    owner_key: ownerKey(caller),
    sys_account_id: isMailbox ? null : caller.accountId,
    mailbox_id: isMailbox ? caller.mailboxId : null,
  }
}

async function readPicture(deps: PictureDeps, caller: LoggedIn, fileId: string) {
  const { row, bytes } = await readUpload(deps, caller, fileId, maxPictureBytes).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'tooLarge')
      throw invalidField('fileId', operateWords.picture.tooLarge(maxPictureBytes))
    throw cause
  })
  const judged = judgePicture(bytes)
  if ('wrong' in judged) throw invalidField('fileId', judged.wrong)
  return { uploadId: row.id, bytes, contentType: judged.contentType }
}

/** The address of the picture that is there afterwards; empty for none. */
export async function setPicture(
  deps: PictureDeps,
  caller: LoggedIn,
  request: { use: PictureUse; fileId: string | null },
): Promise<string> {
  const place = placeOf(request.use, caller)
  const given = request.fileId === null ? null : await readPicture(deps, caller, request.fileId)
  // First: of two that use the same file, one finds it gone.
  if (given !== null) await deleteUploads(deps, caller, [given.uploadId])
  const now = deps.clock.now()
  const id = newId(now)
  await deps.db.transaction(async tx => {
    if (given === null) await removePicture(tx, place.owner_key)
    else
      await putPicture(tx, {
        id,
        ...place,
        content_type: given.contentType,
        bytes: given.bytes,
        created_at: now,
      })
    if (request.use === 'logo') await noteLogo(tx, caller, given === null, now)
  })
  return given === null ? '' : pictureUrl(id)
}

async function noteLogo(tx: Tx, caller: LoggedIn, isGone: boolean, now: number): Promise<void> {
  const detail = fact(isGone ? 'logoRemoved' : 'logoSet', {})
  const entry: AuditEntry = { action: 'setLogo', target: fact('siteLogo', {}), detail }
  await writeAudit(tx, asAccount(caller), now, entry)
}
