/** The goods that were handed out for an order or a redemption. The key makes handing out the same thing twice impossible. */
export type ProvisionTable = {
  key: string
  mailbox_id: string
  address: string
  expires_at: number | null
  at: number
}

export type ExpiryReminderTable = {
  mailbox_id: string
  expires_at: number
  days_before: number
  at: number
}

/** A letter that has not been sent yet. */
export type WelcomeLetterTable = {
  mailbox_id: string
  due_at: number
  tries: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    provision: ProvisionTable
    expiry_reminder: ExpiryReminderTable
    welcome_letter: WelcomeLetterTable
  }
}
