/**
 * The numbers by which mail programs know mails (RFC 9051 section 2.3.1, RFC 7162). They are given here and nowhere else,
 * when a program looks into a folder and in a transaction that holds the mailbox. Whoever changes, moves or removes a
 * mail only leaves a mark (mail/change-repository.ts), and a mail that arrives has none: it is found by its seq.
 *
 * Why no mail is missed: seqs of one mailbox are given out by transactions that hold it, so they become visible in their
 * order, and everything up to the highest that can be seen is there. Why no number is used twice: `uid_next` and `modseq` of
 * the folder only rise, in the transaction that gives them out.
 */
import type { Db, Tx } from '../../database/types.ts'
import { lockMailboxes } from '../account/repository.ts'
import { type FolderRow, findFolderRow } from '../folder/repository.ts'
import {
  beyondNumbered,
  giveUids,
  movedIn,
  numberChanges,
  setMarks,
  waitsForNumbers,
} from './number-repository.ts'

/** So many mails get their numbers in one transaction; a mailbox can hold a million when a program first comes. */
const portionSize = 5000

type Numbered = { folder: FolderRow; isDone: boolean }

/** The transaction holds the mailbox. */
async function numberPortion(tx: Tx, folder: FolderRow): Promise<Numbered> {
  const modseq = folder.modseq + 1
  let uidNext = folder.uid_next
  let numberedTo = folder.numbered_to
  const changes = await numberChanges(tx, folder, modseq)
  const moved = await movedIn(tx, folder, portionSize)
  await giveUids(tx, moved, uidNext, modseq)
  uidNext += moved.length
  const beyond = moved.length < portionSize ? await beyondNumbered(tx, folder, portionSize) : []
  const fresh = beyond.filter(mail => mail.uid === null).map(mail => mail.seq)
  await giveUids(tx, fresh, uidNext, modseq)
  uidNext += fresh.length
  numberedTo = beyond.at(-1)?.seq ?? numberedTo
  const isDone = moved.length < portionSize && beyond.length < portionSize
  const isSame = changes === 0 && uidNext === folder.uid_next
  if (isSame && numberedTo === folder.numbered_to) return { folder, isDone }
  const marks = { uid_next: uidNext, modseq: isSame ? folder.modseq : modseq, numbered_to: numberedTo }
  await setMarks(tx, folder.id, marks)
  return { folder: { ...folder, ...marks }, isDone }
}

/** Within a transaction that holds the mailbox; null when the folder is gone. */
export async function numberWithin(tx: Tx, mailboxId: string, id: string): Promise<FolderRow | null> {
  let folder = await findFolderRow(tx, mailboxId, id)
  if (!folder) return null
  for (;;) {
    const portion = await numberPortion(tx, folder)
    folder = portion.folder
    if (portion.isDone) return folder
  }
}

/** Numbers whatever waits for it, in portions; a transaction is begun only when something does. */
export async function numberFolder(db: Db, mailboxId: string, id: string): Promise<FolderRow | null> {
  for (;;) {
    const folder = await findFolderRow(db.query, mailboxId, id)
    if (!folder || !(await waitsForNumbers(db.query, folder))) return folder ?? null
    const done = await db.transaction(async tx => {
      await lockMailboxes(tx, db.kind, [mailboxId])
      const now = await findFolderRow(tx, mailboxId, id)
      return now ? numberPortion(tx, now) : null
    })
    if (done === null || done.isDone) return done?.folder ?? null
  }
}
