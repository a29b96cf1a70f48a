/**
 * Card codes: prepaid worth in a few characters. This folder makes codes, lists and changes them, and redeems them; what
 * a redeemed code gives is handed out by `provision`. It must not know how mailboxes are stored or who pays for codes.
 * Here: the pure rules.
 */
import type { CardKind, CardState, CardWorth } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { maskedAddress } from '../masked.ts'
import { type HashCode, tailOf } from './card-code.ts'
import type { CardBatchRow, CardRow, CardScope, CardWithBatch } from './repository.ts'

export const kindNames: Readonly<Record<CardKind, string>> = {
  open: '开新邮箱',
  given: '开指定邮箱',
  renew: '续期',
  pay: '付订单',
}

export const cardScope = (caller: AccountCaller): CardScope =>
  caller.role === 'admin' ? { kind: 'all' } : { kind: 'owner', accountId: caller.accountId }

const megabyte = 1_048_576

export const bytesOf = (quotaMb: number | null): number | null =>
  quotaMb === null ? null : quotaMb * megabyte

/** What people call the state of a code. What cannot change any more comes first. */
export function stateOf(
  card: Pick<CardWithBatch, 'standing' | 'uses_left' | 'expires_at'>,
  now: number,
): CardState {
  if (card.standing === 'revoked') return 'revoked'
  if (card.uses_left === 0) return 'used'
  if (card.standing === 'disabled') return 'disabled'
  return card.expires_at !== null && card.expires_at <= now ? 'expired' : 'unused'
}

const refusals: Readonly<Record<Exclude<CardState, 'unused'>, string>> = {
  used: '这张卡密已使用',
  disabled: '这张卡密已停用',
  revoked: '这张卡密已作废',
  expired: '这张卡密已过期',
}

/** Throws unless the code can be used now. */
export function checkUsable(
  card: Pick<CardWithBatch, 'standing' | 'uses_left' | 'expires_at'>,
  now: number,
): void {
  const state = stateOf(card, now)
  if (state !== 'unused') throw new AppError('conflict', { msg: refusals[state] })
}

export const domainIdsOf = (batch: Pick<CardBatchRow, 'domain_ids'>): string[] =>
  JSON.parse(batch.domain_ids) as string[]

type Reach = Pick<CardBatchRow, 'kind' | 'by_admin' | 'owner_id' | 'domain_ids'>
type Place = { id: string; open: 0 | 1; owner_id: string | null }

/**
 * Whether a code gives something on a domain. Closed domains only by the admin's word or the owner's, and never by
 * accident: a new mailbox needs the domain to be named. A domain that was closed after the code was made is closed to a
 * reseller's codes too.
 */
export function reaches(batch: Reach, domain: Place): boolean {
  const named = domainIdsOf(batch)
  if (named.length > 0 && !named.includes(domain.id)) return false
  if (domain.open === 1) return true
  if (named.length === 0 && batch.kind === 'open') return false
  return batch.by_admin === 1 || (batch.owner_id !== null && batch.owner_id === domain.owner_id)
}

/** A code that can be used once, without an end. */
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
  balance: batch.amount,
  code_sealed: '',
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
  quotaMb: card.quota_bytes === null ? null : Math.round(card.quota_bytes / megabyte),
  maySend: card.may_send === 1,
  usesLeft: card.uses_left,
  balance: card.balance,
  addresses: addresses.map(maskedAddress),
})
