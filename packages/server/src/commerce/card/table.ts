import type { CardKind } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../../database/schema.ts'

/** The terms that all codes made in one go share. */
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
  /** The amount that each code of kind `pay` starts with, in 分. */
  amount: number
  created_at: number
  /** The name that its maker gave it. */
  note: string
  /** As on its only code, when that is the worth of a payment. */
  for_order: string
  /** Some of its codes can be read again. */
  kept: Flag
}

/** The maker's decision about a code; whether it is used up or expired shows from the other columns. */
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
  /** Empty where nothing else is noted than on the batch. */
  note: string
  expires_at: number | null
  created_at: number
  used_at: number | null
  /** The address that the last use opened or renewed. */
  used_by: string
  /** How many mailboxes it opened or renewed; `used_by` is the first. */
  used_mailboxes: Generated<number>
  /** The number of the order whose payment it is worth; empty for others. */
  for_order: Generated<string>
  /** The amount left on a code of kind `pay`, in 分. */
  balance: number
  /** The code itself, encrypted; empty unless the site keeps codes readable. */
  code_sealed: string
  /** When it left the maker's hand: marked so, or at the latest when it was first used. */
  sold_at: number | null
  sold_to: string
}

/** How far a code is on its way; whether it expired shows from its end. */
export type StoredStep = 'left' | 'paused' | 'sold' | 'used' | 'revoked'

/** How many codes of a batch are where, so that nobody counts codes to show batches. */
export type CardCountTable = {
  batch_id: string
  step: StoredStep
  /** 0 for codes without an end. */
  expires_at: number
  cards: number
  last_used_at: number | null
}

/** The mailboxes that a code of kind `given` opens; each belongs to one code. */
export type CardMailboxTable = { card_id: string; mailbox_id: string }

declare module '../../database/schema.ts' {
  interface Schema {
    card_batch: CardBatchTable
    card: CardTable
    card_mailbox: CardMailboxTable
    card_count: CardCountTable
  }
}
