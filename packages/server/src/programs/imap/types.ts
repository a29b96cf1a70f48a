/**
 * The words in which the IMAP sessions ask for a mailbox. The protocol knows nothing of tables: `open-account.ts`
 * answers these questions from the rooms below. All flags are in the spelling of RFC 9051 (`\Seen`, `$Junk`, own keywords).
 */

export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'junk' | 'trash' | 'archive'

export type ImapFolder = {
  /** Never changes while the folder lives, also when it is renamed (RFC 8474 MAILBOXID). */
  readonly id: string
  /** From the top; the inbox is `['INBOX']`. A component never holds the separator `/`. */
  readonly path: readonly string[]
  readonly role: FolderRole | null
  readonly isSubscribed: boolean
  readonly uidValidity: number
}

export type FolderMarks = {
  readonly uidNext: number
  readonly highestModseq: number
}

/** Counted anew each time; a session that has opened a folder knows these of its own messages. */
export type FolderFigures = FolderMarks & {
  readonly messages: number
  readonly unseen: number
  readonly deleted: number
}

/** A message in a folder, as small as it can be: a session holds one for each message of the selected folder. */
export type ImapMessage = {
  readonly uid: number
  readonly modseq: number
  readonly flags: readonly string[]
}

export type MessageFacts = {
  readonly uid: number
  /** Of the bytes that `read` gives. */
  readonly octets: number
  readonly internalDate: number
  /** When it came into this folder (RFC 8514). */
  readonly savedAt: number
  readonly emailId: string
  readonly threadId: string | null
  readonly preview: string
}

/** What happened in a folder since a state that somebody knows. */
export type FolderChanges = {
  readonly figures: FolderMarks
  /** New ones and those whose flags changed, in the order of their UIDs. */
  readonly changed: readonly ImapMessage[]
  readonly vanished: readonly number[]
}

export type FlagChange = {
  readonly how: 'add' | 'remove' | 'replace'
  readonly flags: readonly string[]
  /** RFC 7162: messages that changed since are left as they are and reported. */
  readonly unchangedSince: number | null
}

export type NewMessage = {
  readonly raw: Buffer
  readonly flags: readonly string[]
  readonly internalDate: number | null
}

/** Reasons for which a command is answered with NO; the session knows the response code of each. */
export type Refusal =
  | 'noFolder'
  | 'folderExists'
  | 'badName'
  | 'notAllowed'
  | 'tooMany'
  | 'overQuota'
  | 'tooLarge'
  | 'noRoom'

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Refusal }

export type ImapAccount = {
  readonly mailboxId: string
  readonly address: string
  folders(): Promise<readonly ImapFolder[]>
  createFolder(path: readonly string[]): Promise<Answer<ImapFolder>>
  removeFolder(id: string): Promise<Answer<null>>
  renameFolder(id: string, path: readonly string[]): Promise<Answer<null>>
  subscribe(id: string, isSubscribed: boolean): Promise<Answer<null>>
  figures(id: string): Promise<Answer<FolderFigures>>
  /** The sum of the octets of all messages (STATUS SIZE); it goes over all of them. */
  octets(id: string): Promise<Answer<number>>
  /** Everything in the folder in the order of UIDs, together with its figures at the same moment. */
  open(id: string): Promise<Answer<{ figures: FolderMarks; messages: readonly ImapMessage[] }>>
  /** `known` is a mod-sequence. Vanished ones may go further back than asked, never less. */
  changes(id: string, known: number): Promise<Answer<FolderChanges>>
  facts(id: string, uids: readonly number[]): Promise<readonly MessageFacts[]>
  /** The bytes from an offset, at most so many; null when the message is gone. */
  read(id: string, uid: number, from: number, most: number): Promise<Buffer | null>
  setFlags(
    id: string,
    uids: readonly number[],
    change: FlagChange,
  ): Promise<Answer<{ changed: readonly ImapMessage[]; modified: readonly number[] }>>
  append(id: string, messages: readonly NewMessage[]): Promise<Answer<readonly number[]>>
  /** Each pair is the UID here and the UID there. */
  copy(
    id: string,
    uids: readonly number[],
    to: string,
  ): Promise<Answer<readonly (readonly [number, number])[]>>
  move(
    id: string,
    uids: readonly number[],
    to: string,
  ): Promise<Answer<readonly (readonly [number, number])[]>>
  /** Removes for good those of them that have `\Deleted`; null means all. */
  expunge(id: string, uids: readonly number[] | null): Promise<Answer<readonly number[]>>
  /** Candidates by the search index: every message with this text is among them; null when the index cannot tell. */
  candidates(id: string, text: string): Promise<readonly number[] | null>
  quota(): Promise<{ usedOctets: number; limitOctets: number | null }>
  /** Calls back when something in a folder of this mailbox may have changed, on whatever node; returns the end of it. */
  listen(changed: () => void): () => void
  /** False once the log-in ended elsewhere: password changed, mailbox stopped, app password ended. */
  isOpen(): Promise<boolean>
  close(): Promise<void>
}

export type ImapSignIn =
  | { readonly kind: 'open'; readonly account: ImapAccount }
  | { readonly kind: 'wrong' | 'later' | 'inUse' }

export type ImapHandler = {
  signIn(given: { username: string; password: string; client: string }): Promise<ImapSignIn>
  failed(cause: unknown): void
  now(): number
}
