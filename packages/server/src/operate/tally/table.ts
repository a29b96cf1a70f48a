import type { Generated } from 'kysely'
import type { TallyWhat } from './tally.ts'

/** What happened, not yet added to the tallies. Rows are only ever added and taken away. */
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

/** How often something happened in one quarter of an hour. */
export type TallyTable = {
  /** `site`, or the id of an account or mailbox. */
  scope: string
  /** Quarters of an hour since 1970. */
  slot: number
  name: string
  value: number
}

/** How many mails came from a domain in one hour. */
export type SenderTallyTable = {
  scope: string
  /** Quarters of an hour since 1970, at the full hour. */
  slot: number
  sender: string
  value: number
}
