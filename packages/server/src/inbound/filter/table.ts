import type { Flag } from '../../database/schema.ts'

export type FilterTable = {
  id: string
  /** Whose rule it is: an account's or, of a mailbox logged in by itself, the mailbox's. */
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
  /** Whether it may refuse by content, so that mail for its scope is judged before it is accepted. */
  refuses: Flag
  hits: number
  last_hit_at: number | null
  created_at: number
}
