/**
 * Domains: whose they are, what DNS must say about them, and what it says. A name that an account says is its own is a
 * claim; it can do nothing until a fresh token was found in its DNS, and then becomes a domain under the same id, in
 * force as long as the token is there (lapse-domain.ts). An admin's word counts as proof, since the operator answers for
 * the machine anyway. This folder knows nothing of how mail is received or signed; others ask it which domains are ours
 * and which keys they sign with.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Query } from '../../database/types.ts'
import { type AccountCaller, ownsOrRules } from '../../identity/access.ts'
import { findHeldDomain, type ListedDomain } from './repository.ts'

/** Fresh for each claim: what a former owner left in the DNS proves nothing. */
export const newToken = (): string => randomBytes(16).toString('hex')

export const ownershipName = (domain: string): string => `_yanshu.${domain}`
export const ownershipValue = (token: string): string => `yanshu-verify=${token}`

/** Whether it is in force; a claim that lost to another's proof has no token left. */
export const isVerified = (domain: Pick<ListedDomain, 'verified_at'>): boolean => domain.verified_at !== null
export const isLostClaim = (domain: Pick<ListedDomain, 'verified_at' | 'token'>): boolean =>
  domain.verified_at === null && domain.token === ''

/** The domain or claim, if it is in the caller's reach; otherwise it is as if it were not there. */
export async function reachDomain(query: Query, caller: AccountCaller, id: string): Promise<ListedDomain> {
  const domain = await findHeldDomain(query, id)
  if (!domain || !ownsOrRules(caller, domain.owner_id)) throw new AppError('notFound')
  return domain
}

/** The same, where only a domain in force makes sense. */
export async function reachVerified(query: Query, caller: AccountCaller, id: string): Promise<ListedDomain> {
  const domain = await reachDomain(query, caller, id)
  if (!isVerified(domain)) throw new AppError('conflict', { msg: '先完成所有权验证' })
  return domain
}
