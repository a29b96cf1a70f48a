import type { ProgramChannel } from '@yanshu/contract'

/** A password that a mailbox gave to one program. */
export type AppPasswordTable = {
  id: string
  mailbox_id: string
  name: string
  secret_hash: string
  /** The digest of the mailbox's own password at that time; empty when it had none. */
  made_under: string
  created_at: number
  last_used_at: number | null
  /** Empty while it was never used. */
  last_client: string
  last_channel: ProgramChannel | ''
}

/** A mailbox in this table lets no program in with its own password. */
export type AppPasswordsOnlyTable = {
  mailbox_id: string
  since: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    app_password: AppPasswordTable
    app_passwords_only: AppPasswordsOnlyTable
  }
}
