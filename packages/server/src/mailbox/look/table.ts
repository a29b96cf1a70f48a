import type { LookReason } from '@yanshu/contract'

/** One look of an admin at somebody else's mailbox. Its id is that of the session in which it happens. */
export type MailboxLookTable = {
  id: string
  /** The row of the audit log that has its steps. */
  audit_id: string
  mailbox_id: string
  address: string
  account_id: string
  /** The admin's name at that time. */
  account_name: string
  /** Empty where none was asked for. */
  reason: LookReason | ''
  words: string
  began_at: number
  until: number
  ended_at: number | null
  /** How many mails were read, and of how many the code or the links. */
  mails: number
  codes: number
  /** Whether the holder was written to after the end. */
  told: 'waiting' | 'told' | 'untold'
}

/** Steps that were noted down, so that each is noted once. */
export type LookStepTable = {
  look_id: string
  what: string
}

declare module '../../database/schema.ts' {
  interface Schema {
    mailbox_look: MailboxLookTable
    look_step: LookStepTable
  }
}
