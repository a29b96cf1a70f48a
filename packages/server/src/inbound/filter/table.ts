import type { Flag } from '../../database/schema.ts'

export type FilterTable = {
  id: string
  /** The owner of the rule: an account or, for a mailbox that logs in by itself, the mailbox. */
  account_id: string | null
  mailbox_id: string | null
  position: number
  name: string
  enabled: Flag
  match: 'all' | 'any'
  /** JSON. */
  conditions: string
  /** JSON. */
  actions: string
  scope_kind: 'all' | 'domain' | 'mailbox'
  scope_id: string | null
  /** Whether it also judges mail for other people's mailboxes; only rules of admins do. */
  scope_everyone: Flag
  /** Whether it may refuse by content, so that mail for its scope is judged before it is accepted. */
  refuses: Flag
  hits: number
  last_hit_at: number | null
  created_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    filter: FilterTable
  }
}
