/** For tests of the protocol: a mailbox in memory, with which several sessions can work at once. */
import type {
  Answer,
  FlagChange,
  FolderChanges,
  FolderFigures,
  FolderMarks,
  FolderRole,
  ImapAccount,
  ImapFolder,
  NewMessage,
} from '../../imap/types.ts'

type Message = { uid: number; modseq: number; flags: string[]; raw: Buffer; internalDate: number; id: string }

type Folder = {
  id: string
  path: readonly string[]
  role: FolderRole | null
  isSubscribed: boolean
  uidValidity: number
  uidNext: number
  modseq: number
  messages: Message[]
  vanished: { uid: number; modseq: number }[]
}

export type MemoryMailbox = {
  account(): ImapAccount
  folder(name: string): Folder
  /** As when a mail arrives. */
  deliver(name: string, raw: string | Buffer, flags?: string[]): number
  /** The log-ins end elsewhere. */
  shut(): void
  reads: { octets: number; count: number }
}

const roles: readonly (readonly [string, FolderRole])[] = [
  ['INBOX', 'inbox'],
  ['Sent', 'sent'],
  ['Drafts', 'drafts'],
  ['Junk', 'junk'],
  ['Trash', 'trash'],
  ['Archive', 'archive'],
]

const yes = <T>(value: T): Answer<T> => ({ ok: true, value })

export function createMemoryMailbox(address = 'ann@yanshu.test'): MemoryMailbox {
  const folders: Folder[] = []
  const listeners = new Set<() => void>()
  const reads = { octets: 0, count: 0 }
  let ids = 0
  let isOpen = true
  const epoch = Date.parse('2026-05-01T08:00:00Z')

  const stir = (): void => {
    for (const listener of listeners) listener()
  }

  function make(path: readonly string[], role: FolderRole | null): Folder {
    const folder: Folder = {
      ...{ id: `F${++ids}`, path, role, isSubscribed: true, uidValidity: 1000 + ids },
      ...{ uidNext: 1, modseq: 1, messages: [], vanished: [] },
    }
    folders.push(folder)
    return folder
  }
  for (const [name, role] of roles) make([name], role)

  const byId = (id: string): Folder | undefined => folders.find(folder => folder.id === id)
  const same = (a: readonly string[], b: readonly string[]) => a.join('/') === b.join('/')
  const shown = ({ id, path, role, isSubscribed, uidValidity }: Folder): ImapFolder => ({
    ...{ id, path, role, isSubscribed, uidValidity },
  })

  function add(folder: Folder, { raw, flags, internalDate }: NewMessage, id = `M${++ids}`): number {
    const uid = folder.uidNext++
    folder.modseq++
    folder.messages.push({
      ...{ uid, modseq: folder.modseq, flags: [...flags], raw, id },
      internalDate: internalDate ?? epoch,
    })
    return uid
  }

  function take(folder: Folder, uids: ReadonlySet<number>): Message[] {
    const taken = folder.messages.filter(({ uid }) => uids.has(uid))
    if (taken.length === 0) return taken
    folder.modseq++
    folder.messages = folder.messages.filter(({ uid }) => !uids.has(uid))
    for (const { uid } of taken) folder.vanished.push({ uid, modseq: folder.modseq })
    return taken
  }

  const marksOf = ({ uidNext, modseq }: Folder): FolderMarks => ({ uidNext, highestModseq: modseq })

  const figuresOf = (folder: Folder): FolderFigures => ({
    messages: folder.messages.length,
    unseen: folder.messages.filter(({ flags }) => !flags.includes('\\Seen')).length,
    deleted: folder.messages.filter(({ flags }) => flags.includes('\\Deleted')).length,
    ...marksOf(folder),
  })

  function changedFlags(before: readonly string[], { how, flags }: FlagChange): string[] {
    if (how === 'replace') return [...flags]
    const rest = before.filter(flag => !flags.includes(flag))
    return how === 'add' ? [...rest, ...flags] : rest
  }

  const snapshot = ({ uid, modseq, flags }: Message) => ({ uid, modseq, flags: [...flags] })

  function withFolder<T>(id: string, work: (folder: Folder) => Answer<T>): Promise<Answer<T>> {
    const folder = byId(id)
    return Promise.resolve(folder ? work(folder) : { ok: false, reason: 'noFolder' })
  }

  function changesSince(folder: Folder, known: number): FolderChanges {
    return {
      figures: marksOf(folder),
      changed: folder.messages.filter(({ modseq }) => modseq > known).map(snapshot),
      vanished: folder.vanished.filter(({ modseq }) => modseq > known).map(({ uid }) => uid),
    }
  }

  function transfer(from: Folder, uids: readonly number[], to: Folder, isMove: boolean) {
    const wanted = new Set(uids)
    const pairs = from.messages
      .filter(({ uid }) => wanted.has(uid))
      .map(message => [message.uid, add(to, message, isMove ? message.id : undefined)] as const)
    if (isMove) take(from, wanted)
    stir()
    return yes(pairs)
  }

  const account = (): ImapAccount => ({
    mailboxId: 'mailbox',
    address,
    folders: async () => folders.map(shown),
    async createFolder(path) {
      if (folders.some(folder => same(folder.path, path))) return { ok: false, reason: 'folderExists' }
      return yes(shown(make(path, null)))
    },
    removeFolder: id =>
      withFolder(id, folder => {
        if (folder.role !== null) return { ok: false, reason: 'notAllowed' }
        folders.splice(folders.indexOf(folder), 1)
        stir()
        return yes(null)
      }),
    renameFolder: (id, path) =>
      withFolder(id, folder => {
        if (folders.some(other => same(other.path, path))) return { ok: false, reason: 'folderExists' }
        const before = folder.path
        for (const other of folders)
          if (same(other.path.slice(0, before.length), before))
            other.path = [...path, ...other.path.slice(before.length)]
        return yes(null)
      }),
    subscribe: (id, isSubscribed) =>
      withFolder(id, folder => {
        folder.isSubscribed = isSubscribed
        return yes(null)
      }),
    figures: id => withFolder(id, folder => yes(figuresOf(folder))),
    octets: id =>
      withFolder(id, folder => yes(folder.messages.reduce((sum, { raw }) => sum + raw.length, 0))),
    open: id =>
      withFolder(id, folder => yes({ figures: marksOf(folder), messages: folder.messages.map(snapshot) })),
    changes: (id, known) => withFolder(id, folder => yes(changesSince(folder, known))),
    async facts(id, uids) {
      const wanted = new Set(uids)
      return (byId(id)?.messages ?? [])
        .filter(({ uid }) => wanted.has(uid))
        .map(message => ({
          ...{ uid: message.uid, octets: message.raw.length, internalDate: message.internalDate },
          ...{ savedAt: message.internalDate, emailId: message.id, threadId: `T${message.id}` },
          preview: message.raw.toString('utf8').split('\r\n\r\n')[1]?.slice(0, 100) ?? '',
        }))
    },
    async read(id, uid, from, most) {
      const message = byId(id)?.messages.find(one => one.uid === uid)
      if (message === undefined) return null
      const octets = message.raw.subarray(from, from + most)
      reads.octets += octets.length
      reads.count++
      return octets
    },
    setFlags: (id, uids, change) =>
      withFolder(id, folder => {
        const wanted = new Set(uids)
        const found = folder.messages.filter(({ uid }) => wanted.has(uid))
        const { unchangedSince } = change
        const modified = found.filter(({ modseq }) => unchangedSince !== null && modseq > unchangedSince)
        const changed = found.filter(message => !modified.includes(message))
        if (changed.length > 0) folder.modseq++
        for (const message of changed) {
          message.flags = changedFlags(message.flags, change)
          message.modseq = folder.modseq
        }
        stir()
        return yes({ changed: changed.map(snapshot), modified: modified.map(({ uid }) => uid) })
      }),
    append: (id, messages) =>
      withFolder(id, folder => {
        const uids = messages.map(message => add(folder, message))
        stir()
        return yes(uids)
      }),
    copy: (id, uids, to) =>
      withFolder(id, from => withTarget(to, target => transfer(from, uids, target, false))),
    move: (id, uids, to) =>
      withFolder(id, from => withTarget(to, target => transfer(from, uids, target, true))),
    expunge: (id, uids) =>
      withFolder(id, folder => {
        const within = uids === null ? null : new Set(uids)
        const marked = folder.messages.filter(
          ({ uid, flags }) => flags.includes('\\Deleted') && (within === null || within.has(uid)),
        )
        const gone = take(folder, new Set(marked.map(({ uid }) => uid))).map(({ uid }) => uid)
        stir()
        return yes(gone)
      }),
    candidates: async () => null,
    quota: async () => ({ usedOctets: 2048, limitOctets: 1_048_576 }),
    listen(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    isOpen: async () => isOpen,
    close: async () => undefined,
  })

  function withTarget<T>(id: string, work: (folder: Folder) => Answer<T>): Answer<T> {
    const folder = byId(id)
    return folder ? work(folder) : { ok: false, reason: 'noFolder' }
  }

  function folder(name: string): Folder {
    const found = folders.find(({ path }) => path.join('/') === name)
    if (!found) throw new Error(`there is no folder ${name}`)
    return found
  }

  return {
    account,
    folder,
    deliver(name, raw, flags = []) {
      const uid = add(folder(name), { raw: Buffer.from(raw), flags, internalDate: epoch })
      stir()
      return uid
    },
    shut() {
      isOpen = false
      stir()
    },
    reads,
  }
}
