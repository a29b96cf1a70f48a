/** A session belongs to a system account or to a mailbox, never to both. */
export type SessionTable = {
  id: string
  token_hash: string
  sys_account_id: string | null
  mailbox_id: string | null
  created_at: number
  last_seen_at: number
  expires_at: number
  /** How far `expires_at` is moved ahead of each use, in milliseconds. */
  span: number
  client: string
  agent: string
  /** The admin who acts in this account's name; null for a log-in of its own. */
  acted_by: string | null
}

/** How often something was done within a window that ends at a time. */
export type ThrottleTable = {
  key: string
  count: number
  window_ends_at: number
}

/** Proofs of work that were handed in: none is good twice. */
export type SpentProofTable = {
  signature: string
  expires_at: number
}
