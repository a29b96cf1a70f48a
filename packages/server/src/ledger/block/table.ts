import type { BlockKind } from '@yanshu/contract'

/** A sender or client that is blocked. */
export type BlockTable = {
  id: string
  kind: BlockKind
  pattern: string
  note: string
  created_by: string
  created_at: number
  /** The number of hits, and the time of the last one. */
  hits: number
  last_hit_at: number | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    block: BlockTable
  }
}
