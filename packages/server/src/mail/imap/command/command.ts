import type { NumberSet } from '../number-set.ts'
import type { SearchRequest, SortKey, ThreadAlgorithm } from '../search/search-key.ts'
import type { Partial, Section } from '../structure/section.ts'

/** Every command that a client can give, read completely. Folders have their decoded names, with `/` between levels. */
export type ImapCommand =
  | { readonly name: Plain }
  | { readonly name: 'authenticate'; readonly mechanism: string; readonly initial: string | null }
  | { readonly name: 'login'; readonly username: string; readonly password: string }
  | { readonly name: 'enable'; readonly capabilities: readonly string[] }
  | ({ readonly name: 'select' | 'examine'; readonly mailbox: string } & SelectParameters)
  /** `uses` are attributes such as `\Sent` (RFC 6154). */
  | { readonly name: 'create'; readonly mailbox: string; readonly uses: readonly string[] }
  | { readonly name: OnFolder; readonly mailbox: string }
  | { readonly name: 'rename'; readonly mailbox: string; readonly to: string }
  | ({ readonly name: 'list' } & ListRequest)
  | { readonly name: 'lsub'; readonly reference: string; readonly pattern: string }
  | { readonly name: 'status'; readonly mailbox: string; readonly items: readonly StatusItem[] }
  | { readonly name: 'append'; readonly mailbox: string; readonly messages: readonly AppendMessage[] }
  /** `uids` is null for EXPUNGE without UID. */
  | { readonly name: 'expunge'; readonly uids: NumberSet | null }
  | ({ readonly name: 'search'; readonly isUid: boolean } & SearchRequest)
  | ({ readonly name: 'sort'; readonly isUid: boolean; readonly keys: readonly SortKey[] } & SearchRequest)
  | ({
      readonly name: 'thread'
      readonly isUid: boolean
      readonly algorithm: ThreadAlgorithm
    } & SearchRequest)
  | ({ readonly name: 'fetch' } & FetchRequest)
  | ({ readonly name: 'store' } & StoreRequest)
  | {
      readonly name: 'copy' | 'move'
      readonly isUid: boolean
      readonly set: NumberSet
      readonly mailbox: string
    }
  | { readonly name: 'id'; readonly fields: ReadonlyMap<string, string | null> | null }
  | { readonly name: 'getQuota'; readonly root: string }

/** Commands without arguments; `compress` knows one mechanism. */
export type Plain =
  | 'capability'
  | 'noop'
  | 'logout'
  | 'starttls'
  | 'namespace'
  | 'idle'
  | 'check'
  | 'close'
  | 'unselect'
  | 'compress'

export type OnFolder = 'delete' | 'subscribe' | 'unsubscribe' | 'getQuotaRoot'

export type SelectParameters = {
  readonly isCondstore: boolean
  readonly qresync: Qresync | null
}

/** RFC 7162, section 3.2.5. */
export type Qresync = {
  readonly uidValidity: number
  readonly modseq: number
  readonly knownUids: NumberSet | null
  readonly matches: { readonly numbers: NumberSet; readonly uids: NumberSet } | null
}

/** RFC 5258, RFC 5819, RFC 6154. */
export type ListRequest = {
  /** False for the form of RFC 3501, with one pattern and no options. */
  readonly isExtended: boolean
  readonly reference: string
  readonly patterns: readonly string[]
  readonly only: ReadonlySet<'subscribed' | 'remote' | 'recursiveMatch' | 'specialUse'>
  readonly returns: ReadonlySet<'subscribed' | 'children' | 'specialUse'>
  /** Null when no STATUS is asked for. */
  readonly status: readonly StatusItem[] | null
}

export const statusItems = [
  'MESSAGES',
  'RECENT',
  'UIDNEXT',
  'UIDVALIDITY',
  'UNSEEN',
  'DELETED',
  'DELETED-STORAGE',
  'SIZE',
  'HIGHESTMODSEQ',
  'APPENDLIMIT',
  'MAILBOXID',
] as const

export type StatusItem = (typeof statusItems)[number]

export type AppendMessage = {
  readonly flags: readonly string[]
  /** Milliseconds from 1970; null when the client gave none. */
  readonly internalDate: number | null
  readonly raw: Buffer
}

export type FetchRequest = {
  readonly isUid: boolean
  readonly set: NumberSet
  readonly items: readonly FetchItem[]
  readonly changedSince: number | null
  readonly isVanished: boolean
}

export type FetchFact =
  | 'ENVELOPE'
  | 'FLAGS'
  | 'INTERNALDATE'
  | 'RFC822.SIZE'
  | 'UID'
  | 'BODY'
  | 'BODYSTRUCTURE'
  | 'MODSEQ'
  | 'EMAILID'
  | 'THREADID'
  | 'SAVEDATE'

export type FetchItem =
  | { readonly item: FetchFact }
  | { readonly item: 'PREVIEW'; readonly isLazy: boolean }
  | {
      readonly item: 'SECTION'
      /** Its name in the answer: RFC822 and its kin are sections that are answered by their own names. */
      readonly as: 'BODY' | 'RFC822' | 'RFC822.HEADER' | 'RFC822.TEXT'
      readonly section: Section
      readonly partial: Partial | null
      readonly isPeek: boolean
    }
  | {
      readonly item: 'BINARY'
      readonly part: readonly number[]
      readonly partial: Partial | null
      readonly isPeek: boolean
    }
  | { readonly item: 'BINARY.SIZE'; readonly part: readonly number[] }

export type StoreRequest = {
  readonly isUid: boolean
  readonly set: NumberSet
  readonly how: 'add' | 'remove' | 'replace'
  readonly isSilent: boolean
  readonly flags: readonly string[]
  readonly unchangedSince: number | null
}
