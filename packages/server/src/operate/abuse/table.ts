import type { BlockKind, ComplaintReason, ComplaintState } from '@yanshu/contract'

/** Somebody or something that is kept out. */
export type BlockTable = {
  id: string
  kind: BlockKind
  pattern: string
  note: string
  created_by: string
  created_at: number
  /** How often somebody was kept out by it, and when last. */
  hits: number
  last_hit_at: number | null
}

/** What somebody outside says about a mailbox of ours. */
export type ComplaintTable = {
  id: string
  at: number
  address: string
  /** The mailbox that had this address when the complaint came. */
  about_id: string | null
  reason: ComplaintReason
  words: string
  contact: string
  client: string
  state: ComplaintState
  note: string
  handled_by: string
  handled_at: number | null
}
