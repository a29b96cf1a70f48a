/**
 * Card codes: prepaid worth in a few characters. This folder makes codes, lists and changes them, and redeems them; what
 * a redeemed code gives is handed out by `provision`. It must not know how mailboxes are stored or who pays for codes.
 * Here: the pure rules.
 */
import type { CardState, CardStep, CardWorth } from '@yanshu/contract'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { newId } from '../../kernel/ids.ts'
import { maskedAddress } from '../format/masked.ts'
import { commerceWords } from '../words/words.ts'
import { type HashCode, tailOf } from './card-code.ts'
import type { CardBatchRow, CardRow, CardScope, CardWithBatch } from './repository.ts'

export const cardScope = (caller: AccountCaller): CardScope =>
  caller.role === 'admin' ? { kind: 'all' } : { kind: 'owner', accountId: caller.accountId }

const megabyte = 1_048_576

export const bytesOf = (quotaMb: number | null): number | null =>
  quotaMb === null ? null : quotaMb * megabyte

export const quotaMbOf = (quotaBytes: number | null): number | null =>
  quotaBytes === null ? null : Math.round(quotaBytes / megabyte)

/** The state of a code in people's words. States that cannot change any more come first. */
export function stateOf(
  card: Pick<CardWithBatch, 'standing' | 'uses_left' | 'expires_at'>,
  now: number,
): CardState {
  if (card.standing === 'revoked') return 'revoked'
  if (card.uses_left === 0) return 'used'
  if (card.standing === 'disabled') return 'disabled'
  return card.expires_at !== null && card.expires_at <= now ? 'expired' : 'unused'
}

/** How far a code is on its way from its maker to its use. */
export function stepOf(
  card: Pick<CardRow, 'standing' | 'used_at' | 'sold_at' | 'expires_at'>,
  now: number,
): CardStep {
  if (card.used_at !== null) return 'used'
  if (card.standing === 'revoked' || (card.expires_at !== null && card.expires_at <= now)) return 'gone'
  return card.sold_at === null ? 'left' : 'sold'
}

/** Throws unless the code can be used now. */
export function checkUsable(
  card: Pick<CardWithBatch, 'standing' | 'uses_left' | 'expires_at'>,
  now: number,
): void {
  const state = stateOf(card, now)
  if (state !== 'unused') throw new AppError('conflict', { msg: commerceWords.cardRefusals[state] })
}

export const domainIdsOf = (batch: Pick<CardBatchRow, 'domain_ids'>): string[] =>
  JSON.parse(batch.domain_ids) as string[]

type Reach = Pick<CardBatchRow, 'kind' | 'by_admin' | 'owner_id' | 'domain_ids'>
type Place = { id: string; open: 0 | 1; store: 0 | 1; owner_id: string | null }

/**
 * Whether a code gives something on a domain. Closed domains only by the admin's word or the owner's, and never by
 * accident: a new mailbox needs the domain to be named. A domain that was closed after the code was made is closed to a
 * reseller's codes too. What somebody else sells in the store a reseller's codes do not give away.
 */
export function reaches(batch: Reach, domain: Place): boolean {
  const named = domainIdsOf(batch)
  if (named.length > 0 && !named.includes(domain.id)) return false
  const rules = batch.by_admin === 1 || (batch.owner_id !== null && batch.owner_id === domain.owner_id)
  if (domain.open === 1) return rules || domain.store === 0
  return rules && (named.length > 0 || batch.kind !== 'open')
}

/** A code that can be used once, without an end, in its maker's hand. */
export const newCardRow = (batch: CardBatchRow, hashCode: HashCode, code: string, now: number): CardRow => ({
  id: newId(now),
  batch_id: batch.id,
  owner_id: batch.owner_id,
  code_hash: hashCode(code),
  tail: tailOf(code),
  standing: 'live',
  uses_left: 1,
  note: '',
  expires_at: null,
  created_at: now,
  used_at: null,
  used_by: '',
  used_mailboxes: 0,
  for_order: '',
  balance: batch.amount,
  code_sealed: '',
  sold_at: null,
  sold_to: '',
})

export const worthOf = (
  card: CardWithBatch,
  domains: readonly string[],
  now: number,
  addresses: readonly string[] = [],
): CardWorth => ({
  kind: card.kind,
  state: stateOf(card, now),
  days: card.days,
  domains: [...domains],
  quotaMb: quotaMbOf(card.quota_bytes),
  maySend: card.may_send === 1,
  usesLeft: card.uses_left,
  balance: card.balance,
  addresses: addresses.map(maskedAddress),
})
