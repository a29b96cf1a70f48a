/** Puts a mail into a mailbox, without its content: rules get theirs from facts. */

import type { Folder } from '@yanshu/contract'
import { flag } from '../../../database/schema.ts'
import type { Tx } from '../../../database/types.ts'
import { newId } from '../../../kernel/ids.ts'
import { notReadYet } from '../../journal/journaled.ts'

export type PutMail = { mailboxId: string; ownerId: string | null; folder?: Folder; hasCode?: boolean }

export async function putMail(
  tx: Tx,
  mail: PutMail,
  now: number,
): Promise<{ id: string; messageSeq: number }> {
  const { seq } = await tx
    .insertInto('message')
    .values({
      received_at: now,
      size: 0,
      blob_key: null,
      envelope: '{}',
      state: 1,
      claimed_by: '',
      claimed_until: 0,
      attempts: 0,
      refs: 1,
      ...notReadYet,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  const id = newId(now)
  await tx
    .insertInto('mail')
    .values({
      id,
      mailbox_id: mail.mailboxId,
      owner_id: mail.ownerId,
      message_seq: seq,
      received_at: now,
      read: 0,
      starred: 0,
      folder: mail.folder ?? 'inbox',
      trashed_at: null,
      labels: '[]',
      has_code: flag(mail.hasCode ?? false),
      has_attachment: 0,
    })
    .execute()
  return { id, messageSeq: seq }
}
