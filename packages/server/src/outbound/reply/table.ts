import type { Flag } from '../../database/schema.ts'

/** The automatic answer of a mailbox whose owner is away. */
export type AutoReplyTable = {
  mailbox_id: string
  enabled: Flag
  /** Null means from now on, and until it is switched off. */
  starts_at: number | null
  ends_at: number | null
  /** Empty means a subject made from the answered mail. */
  subject: string
  words: string
  updated_at: number
}

/** The people whom a mailbox answered automatically, and the last time. */
export type AutoReplyGivenTable = { mailbox_id: string; person: string; given_at: number }

declare module '../../database/schema.ts' {
  interface Schema {
    auto_reply: AutoReplyTable
    auto_reply_given: AutoReplyGivenTable
  }
}
