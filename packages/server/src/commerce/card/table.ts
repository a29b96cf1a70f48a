import type { CardKind } from '@yanshu/contract'
import type { Flag } from '../../database/schema.ts'

/** What the codes made in one go have in common. */
export type CardBatchTable = {
  id: string
  /** Null when the account that made them is gone. */
  owner_id: string | null
  /** Made by an admin: then also closed domains can be named. */
  by_admin: Flag
  kind: CardKind
  /** Null means for good. */
  days: number | null
  /** JSON list; empty means every domain that is open. */
  domain_ids: string
  quota_bytes: number | null
  may_send: Flag
  /** What each code of kind `pay` starts with, in 分. */
  amount: number
  created_at: number
}

/** What the maker decided about a code; whether it is used up or expired shows from the other columns. */
export type CardStanding = 'live' | 'disabled' | 'revoked'

export type CardTable = {
  id: string
  batch_id: string
  /** As on its batch; here so that a list can be read along an index. */
  owner_id: string | null
  code_hash: string
  /** The last four characters. */
  tail: string
  standing: CardStanding
  uses_left: number
  note: string
  expires_at: number | null
  created_at: number
  used_at: number | null
  /** The address that the last use opened or renewed. */
  used_by: string
  /** What is left on a code of kind `pay`, in 分. */
  balance: number
  /** The code itself, encrypted; empty unless the site keeps codes readable. */
  code_sealed: string
}

/** The mailboxes that a code of kind `given` opens; each belongs to one code. */
export type CardMailboxTable = { card_id: string; mailbox_id: string }
