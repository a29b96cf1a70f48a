/** What a mail program does with the mails of a folder: looks, marks, moves and removes. Numbers are given by number-mails.ts. */
import type { MailsChanged } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { lockMailboxes } from '../account/repository.ts'
import { type FolderRow, findFolderRow, keyOf } from '../folder/repository.ts'
import { setValues } from '../mail/change-repository.ts'
import { removeMails } from '../mail/remove-mails.ts'
import { tellChanged, tellUnread } from '../mail/tell-changes.ts'
import { refreshUnread } from '../mail/unread-repository.ts'
import { changedFlags, type FlagStep } from './flags.ts'
import { numberFolder, numberWithin } from './number-mails.ts'
import {
  type KnownMail,
  type MarkedRow,
  mailsByUid,
  markedDeleted,
  marksAfter,
  marksSince,
  setColumns,
  uidsAfter,
  vanishedSince,
} from './repository.ts'

export type ProgramDeps = { db: Db; clock: Clock; blobs: BlobStore; hub: EventHub }

/** Read at a time, so that no statement goes over a million mails. */
const stretch = 20_000
const rowsAtOnce = 500

type Place = { readonly mailboxId: string; readonly id: string }

const chunks = <T>(list: readonly T[], size = rowsAtOnce): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

const byUid = (uids: readonly number[]): number[] => [...new Set(uids)].sort((a, b) => a - b)

/**
 * Everything in a folder, stretch by stretch, after its marks. A change made meanwhile may be in it already or not; it has a
 * higher modseq than the marks, and `changesSince` tells it in any case.
 */
export async function openFolder(
  deps: ProgramDeps,
  { mailboxId, id }: Place,
  take: (rows: readonly MarkedRow[]) => void,
): Promise<FolderRow | null> {
  const folder = await numberFolder(deps.db, mailboxId, id)
  if (!folder) return null
  for (let after = 0; ; ) {
    const rows = await marksAfter(deps.db.aside, folder, after, stretch)
    take(rows)
    if (rows.length < stretch) return folder
    after = rows.at(-1)?.uid ?? after
  }
}

export type Changes = { folder: FolderRow; changed: MarkedRow[]; vanished: number[] }

/** Every UID that was given out and is not there; for a program that was away longer than removals are remembered. */
async function allVanished(deps: ProgramDeps, folder: FolderRow): Promise<number[]> {
  const gone: number[] = []
  let next = 1
  for (let after = 0; ; ) {
    const uids = await uidsAfter(deps.db.aside, folder, after, stretch)
    for (const uid of uids) {
      while (next < uid) gone.push(next++)
      next = uid + 1
    }
    if (uids.length < stretch) break
    after = uids.at(-1) ?? after
  }
  while (next < folder.uid_next) gone.push(next++)
  return gone
}

export async function changesSince(
  deps: ProgramDeps,
  { mailboxId, id }: Place,
  modseq: number,
): Promise<Changes | null> {
  const folder = await numberFolder(deps.db, mailboxId, id)
  if (!folder) return null
  if (modseq >= folder.modseq) return { folder, changed: [], vanished: [] }
  const changed = await marksSince(deps.db.query, folder, modseq)
  const vanished =
    modseq < folder.forgotten_to
      ? await allVanished(deps, folder)
      : await vanishedSince(deps.db.query, folder, modseq)
  return { folder, changed, vanished }
}

/** Within a transaction: the mailbox is held, and everything that waited has its numbers. */
async function hold(tx: Tx, db: Db, { mailboxId, id }: Place): Promise<FolderRow | null> {
  await lockMailboxes(tx, db.kind, [mailboxId])
  return numberWithin(tx, mailboxId, id)
}

const isSame = (a: MarkedRow, b: { read: number; starred: number; flags: string | null }): boolean =>
  a.read === b.read && a.starred === b.starred && a.flags === b.flags

async function applyFlags(tx: Tx, mails: readonly KnownMail[], step: FlagStep): Promise<KnownMail[]> {
  const changed: KnownMail[] = []
  const groups = new Map<string, { columns: ReturnType<typeof changedFlags>; seqs: number[] }>()
  for (const mail of mails) {
    const columns = changedFlags(mail, step)
    if (isSame(mail, columns)) continue
    const key = JSON.stringify(columns)
    const group = groups.get(key) ?? { columns, seqs: [] }
    group.seqs.push(mail.seq)
    groups.set(key, group)
    changed.push({ ...mail, ...columns })
  }
  for (const { columns, seqs } of groups.values())
    for (const some of chunks(seqs)) await setColumns(tx, some, columns)
  return changed
}

/** The same change of many mails is told once. */
async function tellMarks(deps: ProgramDeps, mailboxId: string, mails: readonly KnownMail[]): Promise<void> {
  for (const group of Map.groupBy(mails, ({ read, starred }) => `${read}${starred}`).values()) {
    const change: MailsChanged['change'] = { read: group[0]?.read === 1, starred: group[0]?.starred === 1 }
    const shown = group.map(({ id, owner_id }) => ({ id, owner_id, mailbox_id: mailboxId }))
    await tellChanged(deps.hub, shown, change)
  }
}

export type Marked = { changed: MarkedRow[]; modified: number[] }

export async function markMails(
  deps: ProgramDeps,
  place: Place,
  uids: readonly number[],
  step: FlagStep & { readonly unchangedSince: number | null },
): Promise<Marked | null> {
  const { unchangedSince } = step
  if (!(await numberFolder(deps.db, place.mailboxId, place.id))) return null
  const done = await deps.db.transaction(async tx => {
    const folder = await hold(tx, deps.db, place)
    if (!folder) return null
    const known: KnownMail[] = []
    for (const some of chunks(byUid(uids))) known.push(...(await mailsByUid(tx, folder, some)))
    const isNewer = (mail: KnownMail) => unchangedSince !== null && (mail.modseq ?? 0) > unchangedSince
    const changed = await applyFlags(
      tx,
      known.filter(mail => !isNewer(mail)),
      step,
    )
    const now = changed.length > 0 ? await numberWithin(tx, place.mailboxId, place.id) : folder
    return {
      changed: changed.map(mail => ({ ...mail, modseq: now?.modseq ?? folder.modseq })),
      modified: known.filter(isNewer).flatMap(mail => mail.uid ?? []),
      counts: changed.length > 0 ? await refreshUnread(tx, [place.mailboxId]) : [],
    }
  })
  if (!done) return null
  await tellMarks(deps, place.mailboxId, done.changed)
  await tellUnread(deps.hub, done.counts)
  return { changed: done.changed, modified: done.modified }
}

export type Pairs = (readonly [number, number])[]

/** Null when one of the folders is gone. */
export async function moveMails(
  deps: ProgramDeps,
  from: Place,
  uids: readonly number[],
  to: string,
): Promise<Pairs | null> {
  if (from.id === to) return []
  const target = { mailboxId: from.mailboxId, id: to }
  await numberFolder(deps.db, from.mailboxId, from.id)
  await numberFolder(deps.db, from.mailboxId, to)
  const done = await deps.db.transaction(async tx => {
    const source = await hold(tx, deps.db, from)
    const into = await hold(tx, deps.db, target)
    if (!source || !into) return null
    const mails: KnownMail[] = []
    for (const some of chunks(byUid(uids))) mails.push(...(await mailsByUid(tx, source, some)))
    const folder = keyOf(into)
    for (const some of chunks(mails.map(mail => mail.seq)))
      await setValues(tx, some, { folder }, deps.clock.now())
    await numberWithin(tx, from.mailboxId, from.id)
    await numberWithin(tx, from.mailboxId, to)
    const first = into.uid_next
    const inOrder = mails.map(mail => mail.seq).sort((a, b) => a - b)
    const place = new Map(inOrder.map((seq, at) => [seq, first + at]))
    return {
      pairs: mails.map(({ uid, seq }) => [uid ?? 0, place.get(seq) ?? 0] as const),
      mails,
      folder,
      counts: await refreshUnread(tx, [from.mailboxId]),
    }
  })
  if (!done) return null
  const shown = done.mails.map(({ id, owner_id }) => ({ id, owner_id, mailbox_id: from.mailboxId }))
  await tellChanged(deps.hub, shown, { folder: done.folder })
  await tellUnread(deps.hub, done.counts)
  return done.pairs
}

const removedAtOnce = 200

/** Removes for good, in portions, what is marked for it; of these UIDs, or of all. */
export async function expungeMails(
  deps: ProgramDeps,
  place: Place,
  uids: readonly number[] | null,
): Promise<number[] | null> {
  const wanted = uids === null ? null : new Set(uids)
  const gone: number[] = []
  for (let after = 0; ; ) {
    const done = await deps.db.transaction(async tx => {
      const folder = await hold(tx, deps.db, place)
      if (!folder) return null
      const found = await markedDeleted(tx, folder, after, removedAtOnce)
      const mails = found.filter(mail => wanted === null || (mail.uid !== null && wanted.has(mail.uid)))
      const keys = await removeMails(
        tx,
        deps.db.kind,
        mails.map(mail => mail.seq),
        deps.clock.now(),
      )
      await numberWithin(tx, place.mailboxId, place.id)
      return {
        keys,
        mails,
        last: found.at(-1)?.uid ?? null,
        counts: await refreshUnread(tx, [place.mailboxId]),
      }
    })
    if (!done) return null
    for (const key of done.keys) await deps.blobs.remove(key)
    gone.push(...done.mails.flatMap(mail => mail.uid ?? []))
    await tellChanged(
      deps.hub,
      done.mails.map(({ id, owner_id }) => ({ id, owner_id, mailbox_id: place.mailboxId })),
      null,
    )
    if (done.mails.length > 0) await tellUnread(deps.hub, done.counts)
    if (done.last === null) return gone
    after = done.last
  }
}

/** The folder as it is, without numbering. */
export const folderOf = (deps: Pick<ProgramDeps, 'db'>, { mailboxId, id }: Place) =>
  findFolderRow(deps.db.query, mailboxId, id)
