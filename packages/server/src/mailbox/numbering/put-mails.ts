/** Puts messages of a program into a folder, and copies. They have not arrived: nothing judges, forwards or announces them. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { type Envelope, importProtocol } from '../../mail/envelope.ts'
import { lockMailboxes } from '../account/repository.ts'
import { type FolderRow, keyOf } from '../folder/repository.ts'
import { messageBytes } from '../mail/message-bytes.ts'
import { indexMails } from '../mail/search-index.ts'
import { manyChanged, tellUnread } from '../mail/tell-changes.ts'
import { refreshUnread } from '../mail/unread-repository.ts'
import { columnsOf } from './flags.ts'
import { numberFolder, numberWithin } from './number-mails.ts'
import type { Pairs, ProgramDeps } from './program-mails.ts'
import {
  insertMail,
  insertMessage,
  type MessageColumns,
  mailsToCopy,
  raiseRefs,
  raiseUse,
  spaceOf,
} from './put-repository.ts'
import { mailsByUid } from './repository.ts'

/** For rooms above that keep the message themselves. The transaction holds the mailbox. */
export { insertMail as insertKept, raiseUse } from './put-repository.ts'

/** As arriving mail is kept. */
const inlineBytes = 256 * 1024

/** What is found in a message: for the lists, and for the search. */
export type ReadForLists = { columns: MessageColumns; tokens: string }

export type PutDeps = ProgramDeps & {
  /** Reads a message in a thread of its own; it never fails. */
  read(raw: Buffer, envelope: Envelope): Promise<ReadForLists>
  diskHasRoom(bytes: number): boolean
  /** Whether the account that owns the mailbox may store so much more. */
  ownerHasRoom(ownerId: string, bytes: number): Promise<boolean>
}

export type NewMail = {
  readonly raw: Buffer
  readonly flags: readonly string[]
  readonly internalDate: number | null
}

type Place = { readonly mailboxId: string; readonly id: string }

export type Put<T> = { ok: true; value: T } | { ok: false; reason: 'noFolder' | 'overQuota' | 'noRoom' }

const noFolder = { ok: false, reason: 'noFolder' } as const
const overQuota = { ok: false, reason: 'overQuota' } as const

/** A message from elsewhere: no trace of ours stands before it, and a program gets back what it gave. */
const envelopeOf = (now: number): Envelope => ({
  id: newId(now),
  from: '',
  client: 'program',
  helo: '',
  protocol: importProtocol,
  host: '',
  recipients: [],
})

async function hasRoom(deps: PutDeps, tx: Tx | null, mailboxId: string, bytes: number): Promise<boolean> {
  const space = await spaceOf(tx ?? deps.db.query, mailboxId)
  if (!space) return false
  if (space.quota_bytes !== null && space.used_bytes + bytes > space.quota_bytes) return false
  // The sum over an account's mailboxes is read once before, as for arriving mail.
  return tx !== null || space.owner_id === null || deps.ownerHasRoom(space.owner_id, bytes)
}

export type PreparedMail = NewMail & { envelope: Envelope; found: ReadForLists; blobKey: string | null }

export async function prepareMail(deps: PutDeps, mail: NewMail): Promise<PreparedMail> {
  const envelope = envelopeOf(deps.clock.now())
  const found = await deps.read(mail.raw, envelope)
  const blobKey = mail.raw.length > inlineBytes ? await putLoose(deps, mail.raw) : null
  return { ...mail, envelope, found, blobKey }
}

async function tellAll(
  deps: { hub: ProgramDeps['hub'] },
  counts: readonly { id: string; owner_id: string | null; unread: number }[],
) {
  const many = manyChanged(deps.hub)
  many.note(counts)
  await tellUnread(deps.hub, counts)
  await many.tell()
}

/** The last numbers that were given out in the folder, as many as mails were put in. */
const lastUids = (folder: FolderRow, count: number): number[] =>
  Array.from({ length: count }, (_, at) => folder.uid_next - count + at)

/** All of them or none, in one transaction. */
export async function putMails(
  deps: PutDeps,
  place: Place,
  mails: readonly NewMail[],
): Promise<Put<readonly number[]>> {
  const bytes = mails.reduce((sum, mail) => sum + mail.raw.length, 0)
  if (!(await numberFolder(deps.db, place.mailboxId, place.id))) return noFolder
  if (!(await hasRoom(deps, null, place.mailboxId, bytes))) return overQuota
  if (!deps.diskHasRoom(bytes)) return { ok: false, reason: 'noRoom' }
  const prepared: PreparedMail[] = []
  try {
    for (const mail of mails) prepared.push(await prepareMail(deps, mail))
    const done = await deps.db.transaction(tx => store(deps, tx, place, prepared, bytes))
    if (!done.ok) await dropAll(deps, prepared)
    else await tellAll(deps, done.value.counts)
    return done.ok ? { ok: true, value: done.value.uids } : done
  } catch (cause) {
    await dropAll(deps, prepared)
    throw cause
  }
}

async function dropAll(deps: PutDeps, prepared: readonly PreparedMail[]): Promise<void> {
  for (const { blobKey } of prepared) if (blobKey !== null) await dropLoose(deps, blobKey)
}

export type Into = { mailboxId: string; ownerId: string | null; folder: string }

/** The transaction holds the mailbox; returns the seq of the mail, which has no numbers yet. */
export async function keepMessage(tx: Tx, into: Into, mail: PreparedMail, now: number): Promise<number> {
  const { raw, flags, internalDate, envelope, found, blobKey } = mail
  if (blobKey !== null) await useBlobs(tx, [blobKey])
  const received_at = internalDate ?? now
  const message_seq = await insertMessage(tx, {
    ...found.columns,
    ...{ received_at, size: raw.length, envelope: JSON.stringify(envelope), blob_key: blobKey, raw },
  })
  const row = {
    ...{ id: newId(now), mailbox_id: into.mailboxId, owner_id: into.ownerId, message_seq, received_at },
    ...{ folder: into.folder, labels: '[]', has_code: found.columns.code === null ? 0 : 1 },
    has_attachment: found.columns.attachment_count > 0 ? 1 : 0,
  }
  return insertMail(tx, row, columnsOf(flags), now)
}

async function store(deps: PutDeps, tx: Tx, place: Place, prepared: readonly PreparedMail[], bytes: number) {
  const { mailboxId, id } = place
  await lockMailboxes(tx, deps.db.kind, [mailboxId])
  const folder = await numberWithin(tx, mailboxId, id)
  const space = await spaceOf(tx, mailboxId)
  if (!folder || !space) return noFolder
  if (!(await hasRoom(deps, tx, mailboxId, bytes))) return overQuota
  const now = deps.clock.now()
  const indexed: { seq: number; mailboxId: string; tokens: string }[] = []
  const into = { mailboxId, ownerId: space.owner_id, folder: keyOf(folder) }
  for (const mail of prepared)
    indexed.push({ seq: await keepMessage(tx, into, mail, now), mailboxId, tokens: mail.found.tokens })
  await indexMails(tx, deps.db.kind, indexed)
  await raiseUse(tx, mailboxId, bytes)
  const numbered = await numberWithin(tx, mailboxId, id)
  const counts = await refreshUnread(tx, [mailboxId])
  return { ok: true, value: { uids: lastUids(numbered ?? folder, prepared.length), counts } } as const
}

const copiedAtOnce = 100

type Source = Awaited<ReturnType<typeof mailsToCopy>>[number]

/** What a search finds in it; read before the transaction, because it takes a while. */
async function tokensOf(deps: PutDeps & { blobs: BlobStore }, mail: Source): Promise<string> {
  const raw = await messageBytes(deps.blobs, mail)
  return raw ? (await deps.read(raw, envelopeOf(deps.clock.now()))).tokens : ''
}

/** Copies of mails in portions; a portion that has no room ends it, and those before it stay. */
export async function copyMails(
  deps: PutDeps,
  from: Place,
  uids: readonly number[],
  to: string,
): Promise<Put<Pairs>> {
  const source = await numberFolder(deps.db, from.mailboxId, from.id)
  if (!source || !(await numberFolder(deps.db, from.mailboxId, to))) return noFolder
  const wanted = [...new Set(uids)].sort((a, b) => a - b)
  const pairs: (readonly [number, number])[] = []
  for (let at = 0; at < wanted.length; at += copiedAtOnce) {
    const done = await copyPortion(deps, source, wanted.slice(at, at + copiedAtOnce), to)
    if (!done.ok) return done
    pairs.push(...done.value)
  }
  return { ok: true, value: pairs }
}

async function copyPortion(
  deps: PutDeps,
  source: FolderRow,
  uids: readonly number[],
  to: string,
): Promise<Put<Pairs>> {
  const mailboxId = source.mailbox_id
  const known = await mailsByUid(deps.db.query, source, uids)
  if (known.length === 0) return { ok: true, value: [] }
  const seqs = known.map(mail => mail.seq)
  const tokens = new Map<number, string>()
  const before = await mailsToCopy(deps.db.query, seqs)
  for (const mail of before) tokens.set(mail.seq, await tokensOf(deps, mail))
  const bytes = before.reduce((sum, mail) => sum + mail.size, 0)
  if (!(await hasRoom(deps, null, mailboxId, bytes))) return overQuota
  const done = await deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [mailboxId])
    const from = await numberWithin(tx, mailboxId, source.id)
    const into = await numberWithin(tx, mailboxId, to)
    if (!from || !into) return noFolder
    if (!(await hasRoom(deps, tx, mailboxId, bytes))) return overQuota
    // Those that have gone since are left out.
    const there = new Set((await mailsByUid(tx, from, uids)).map(mail => mail.seq))
    const mails = (await mailsToCopy(tx, seqs)).filter(mail => there.has(mail.seq))
    const now = deps.clock.now()
    const indexed: { seq: number; mailboxId: string; tokens: string }[] = []
    for (const mail of mails) {
      await raiseRefs(tx, deps.db.kind, mail.message_seq)
      const { owner_id, message_seq, received_at, labels, has_code, has_attachment } = mail
      const copy = { id: newId(now), mailbox_id: mailboxId, owner_id, message_seq, received_at }
      const seq = await insertMail(
        tx,
        { ...copy, folder: keyOf(into), labels, has_code, has_attachment },
        mail,
        now,
      )
      indexed.push({ seq, mailboxId, tokens: tokens.get(mail.seq) ?? '' })
    }
    await indexMails(tx, deps.db.kind, indexed)
    await raiseUse(
      tx,
      mailboxId,
      mails.reduce((sum, mail) => sum + mail.size, 0),
    )
    const numbered = await numberWithin(tx, mailboxId, to)
    const given = lastUids(numbered ?? into, mails.length)
    const pairs = mails.map((mail, at) => [mail.uid ?? 0, given[at] ?? 0] as const)
    return {
      ok: true,
      value: { pairs: pairs.sort(([a], [b]) => a - b), counts: await refreshUnread(tx, [mailboxId]) },
    } as const
  })
  if (!done.ok) return done
  await tellAll(deps, done.value.counts)
  return { ok: true, value: done.value.pairs }
}
