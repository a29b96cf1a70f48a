import type { Generated } from 'kysely'

export type TallyWhat =
  | 'received'
  | 'spam'
  | 'refused'
  | 'deferred'
  | 'discarded'
  | 'created'
  /** Counts recipients: sent to, delivered to, and bounced. */
  | 'sent'
  | 'delivered'
  | 'bounced'

/** An event that is not yet added to the tallies. Rows are only added and deleted. */
export type TallyEntryTable = {
  seq: Generated<number>
  at: number
  mailbox_id: string | null
  owner_id: string | null
  what: TallyWhat
  reason: string
  times: number
  codes: number
  bytes: number
  sender: string
}

/** The number of events of one kind in one quarter of an hour. */
export type TallyTable = {
  /** `site`, or the id of an account or mailbox. */
  scope: string
  /** Quarters of an hour since 1970. */
  slot: number
  name: string
  value: number
}

/** The number of mails from a domain in one hour. */
export type SenderTallyTable = {
  scope: string
  /** Quarters of an hour since 1970, at the full hour. */
  slot: number
  sender: string
  value: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    tally_entry: TallyEntryTable
    tally: TallyTable
    sender_tally: SenderTallyTable
  }
}
