/**
 * Domains: their owners, and the DNS records they need and have. A name that an account says is its own is a
 * claim. A claim can do nothing until a fresh token was found in its DNS; then it becomes a domain with the
 * same id, in force as long as the token is there (lapse-domain.ts). An admin needs no proof, because the
 * operator is responsible for the machine anyway. This folder does not know how mail is received or signed;
 * other rooms ask it which domains are ours and which keys sign for them.
 */
import { randomBytes } from 'node:crypto'
import type { Query } from '../database/types.ts'
import { ownsOrRules } from '../identity/access.ts'
import { AppError } from '../kernel/app-error.ts'
import type { AccountCaller } from '../kernel/call/caller.ts'
import { findHeldDomain, type ListedDomain } from './repository.ts'
import { domainWords } from './words/words.ts'

/** The token is fresh for each claim, so a former owner's record in the DNS proves nothing. */
export const newToken = (): string => randomBytes(16).toString('hex')

/** True when the domain is in force. A claim that lost to another's proof has no token any more. */
export const isVerified = (domain: Pick<ListedDomain, 'verified_at'>): boolean => domain.verified_at !== null
export const isLostClaim = (domain: Pick<ListedDomain, 'verified_at' | 'token'>): boolean =>
  domain.verified_at === null && domain.token === ''

/** Returns the domain or claim if the caller reaches it; otherwise it looks as if it did not exist. */
export async function reachDomain(query: Query, caller: AccountCaller, id: string): Promise<ListedDomain> {
  const domain = await findHeldDomain(query, id)
  if (!domain || !ownsOrRules(caller, domain.owner_id)) throw new AppError('notFound')
  return domain
}

/** Does the same when only a domain in force makes sense. */
export async function reachVerified(query: Query, caller: AccountCaller, id: string): Promise<ListedDomain> {
  const domain = await reachDomain(query, caller, id)
  if (!isVerified(domain)) throw new AppError('conflict', { msg: domainWords.proveFirst })
  return domain
}
