import type { Flag } from '../../database/schema.ts'

export type ForwardingTable = {
  mailbox_id: string
  /** JSON. */
  targets: string
  keep: Flag
  updated_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    forwarding: ForwardingTable
  }
}
