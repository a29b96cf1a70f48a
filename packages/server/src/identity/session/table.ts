import type { WhyEnded } from '../../kernel/call/caller.ts'

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
  /** The admin who acts in this account's name, or looks at this mailbox; null for a log-in of its own. */
  acted_by: string | null
  /** The log-in of that admin in which it began, and with which it ends. */
  begun_in: string | null
}

/** Proofs of work that were handed in: none is good twice. */
export type SpentProofTable = {
  signature: string
  expires_at: number
}

/** A log-in that ended because of what became of its account or mailbox. */
export type EndedLoginTable = {
  session_id: string
  token_hash: string
  why: WhyEnded
  sys_account_id: string | null
  /** Null where the mailbox is gone. */
  mailbox_id: string | null
  /** It is told until then. */
  until: number
}

/** A way to open a mailbox on another device, good once. */
export type LoginTicketTable = {
  ticket_hash: string
  mailbox_id: string
  /** The log-in that asked for it; with it the ticket goes. */
  session_id: string
  expires_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    session: SessionTable
    ended_login: EndedLoginTable
    spent_proof: SpentProofTable
    login_ticket: LoginTicketTable
  }
}
