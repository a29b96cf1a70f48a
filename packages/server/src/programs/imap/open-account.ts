/**
 * One mailbox as the IMAP sessions ask for it (types.ts). It joins what stands in several rooms: folders and mails from
 * `mailbox`, reading a message from `inbound`; sent mail, which is the same here and on the page, from `outbound`.
 */
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { createFlagLists } from '../../mailbox/numbering/flags.ts'
import { numberFolder } from '../../mailbox/numbering/number-mails.ts'
import {
  createAt,
  type Done,
  type FolderRefusal,
  type FolderRow,
  namedFolders,
  removeAt,
  renameTo,
  subscribeTo,
} from '../../mailbox/numbering/program-folders.ts'
import { changesSince, folderOf, markMails, openFolder } from '../../mailbox/numbering/program-mails.ts'
import { factsIn, figuresOf, octetsIn, type ReadDeps, readPart } from '../../mailbox/numbering/read-mails.ts'
import { openTransfers, type TransferDeps } from './account-transfers.ts'
import type {
  Answer,
  FolderMarks,
  ImapAccount,
  ImapFolder,
  ImapMessage,
  FolderRole as PortRole,
  Refusal,
} from './types.ts'

export type AccountDeps = TransferDeps & ReadDeps

const refusals: Readonly<Record<FolderRefusal, Refusal>> = {
  badName: 'badName',
  taken: 'folderExists',
  tooMany: 'tooMany',
  tooDeep: 'tooMany',
  noParent: 'noFolder',
  noFolder: 'noFolder',
  isRole: 'notAllowed',
  hasFolders: 'notAllowed',
}

const noFolder = { ok: false, reason: 'noFolder' } as const

const answered = <A, B>(done: Done<A>, value: (made: A) => B): Answer<B> =>
  done.ok ? { ok: true, value: value(done.value) } : { ok: false, reason: refusals[done.fault] }

const ok = <T>(value: T): Answer<T> => ({ ok: true, value })

const marksOf = (row: FolderRow): FolderMarks => ({ uidNext: row.uid_next, highestModseq: row.modseq })

const roleOf = ({ role }: FolderRow): PortRole | null => (role === 'spam' ? 'junk' : role)

const shown = (row: FolderRow, path: readonly string[]): ImapFolder => ({
  id: row.id,
  path,
  role: roleOf(row),
  isSubscribed: row.is_subscribed === 1,
  uidValidity: row.uid_validity,
})

/** `isOpen` tells whether the log-in still holds; how somebody signed in is not known here. */
export function openAccount(
  deps: AccountDeps,
  mailbox: Pick<MailboxRow, 'id' | 'address'>,
  isOpen: () => Promise<boolean>,
): ImapAccount {
  const { id: mailboxId, address } = mailbox
  const flagsOf = createFlagLists()
  const place = (id: string) => ({ mailboxId, id })
  const transfers = openTransfers(deps, mailboxId)

  /** A mail that has changed since its modseq was read has a higher one soon; till then it has that of the folder. */
  const messageOf = (row: Parameters<typeof flagsOf>[0] & { uid: number | null; modseq: number | null }) => ({
    uid: row.uid ?? 0,
    modseq: row.modseq ?? 0,
    flags: flagsOf(row),
  })

  return {
    mailboxId,
    address,
    async folders() {
      return (await namedFolders(deps, mailboxId)).map(({ row, path }) => shown(row, path))
    },
    async createFolder(path) {
      return answered(await createAt(deps, mailboxId, path), row => shown(row, path))
    },
    removeFolder: async id => answered(await removeAt(deps, mailboxId, id), () => null),
    renameFolder: async (id, path) => answered(await renameTo(deps, mailboxId, id, path), () => null),
    subscribe: async (id, wanted) => answered(await subscribeTo(deps, mailboxId, id, wanted), () => null),
    async figures(id) {
      await transfers.sync(id)
      const row = await numberFolder(deps.db, mailboxId, id)
      return row ? ok({ ...marksOf(row), ...(await figuresOf(deps, row)) }) : noFolder
    },
    async octets(id) {
      const row = await folderOf(deps, place(id))
      return row ? ok(await octetsIn(deps, row)) : noFolder
    },
    async open(id) {
      await transfers.sync(id)
      const messages: ImapMessage[] = []
      const row = await openFolder(deps, place(id), rows => {
        for (const one of rows) messages.push(messageOf(one))
      })
      if (!row) return noFolder
      const lowest = (message: ImapMessage) =>
        message.modseq === 0 ? { ...message, modseq: row.modseq } : message
      return ok({ figures: marksOf(row), messages: messages.map(lowest) })
    },
    async changes(id, known) {
      await transfers.sync(id)
      const found = await changesSince(deps, place(id), known)
      if (!found) return noFolder
      const { folder, changed, vanished } = found
      return ok({ figures: marksOf(folder), changed: changed.map(messageOf), vanished })
    },
    async facts(id, uids) {
      const row = await folderOf(deps, place(id))
      return row ? factsIn(deps, row, uids) : []
    },
    async read(id, uid, from, most) {
      const row = await folderOf(deps, place(id))
      return row ? readPart(deps, row, uid, from, most) : null
    },
    async setFlags(id, uids, { how, flags, unchangedSince }) {
      const done = await markMails(deps, place(id), uids, { how, flags, unchangedSince })
      return done ? ok({ changed: done.changed.map(messageOf), modified: done.modified }) : noFolder
    },
    append: (id, messages) => transfers.append(id, messages),
    copy: (id, uids, to) => transfers.copy(id, uids, to),
    move: (id, uids, to) => transfers.move(id, uids, to),
    expunge: (id, uids) => transfers.expunge(id, uids),
    // The index knows words from their beginning, and only the first part of a long mail; a search for any part of the
    // text could miss mails by it.
    candidates: async () => null,
    async quota() {
      const now = await deps.mailboxNow(mailboxId)
      return { usedOctets: now?.used_bytes ?? 0, limitOctets: now?.quota_bytes ?? null }
    },
    listen(changed) {
      const audience = { mail: { kind: 'mailbox', mailboxId } as const, matters: null }
      return deps.hub.subscribe(
        audience,
        () => changed(),
        () => undefined,
        changed,
      )
    },
    isOpen,
    close: async () => undefined,
  }
}
