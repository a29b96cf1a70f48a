import type { ComplaintReason, ComplaintState } from '@yanshu/contract'

/** An outsider's complaint about a mailbox of ours. */
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

declare module '../../database/schema.ts' {
  interface Schema {
    complaint: ComplaintTable
  }
}
