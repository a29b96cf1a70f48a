/** The facts that this room notes down. */
import type { ComplaintState } from '@yanshu/contract'

import type { StorageState } from '../../ledger/storage/storage-watch.ts'

type NoValues = Record<string, never>

/** An admin's changes to a complaint; `true` stands for a text that is not shown. */
export type ComplaintHandling = {
  state?: ComplaintState | undefined
  stopMailbox?: true | undefined
  note?: true
}

/** How much room a node has; null where that cannot be seen, or no bound is set. */
export type StorageRoom = {
  state: StorageState
  host: string
  freeMb: number | null
  databaseMb: number | null
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts {
    siteSettings: NoValues
    settingsChanged: { names: readonly string[] }
    blockList: NoValues
    /** The first of the entries that were added or removed. */
    someBlocks: { patterns: readonly string[]; total: number }
    complaintHandled: ComplaintHandling
    siteLogo: NoValues
    logoSet: NoValues
    logoRemoved: NoValues
    storageRoom: StorageRoom
  }
}
