/** From the words of a request to the mailboxes it means. */
import type { ExpiryFilter, MailboxKind, MailboxStatus } from '@yanshu/contract'
import type { Query } from '../../database/types.ts'
import { findTakenNames } from '../../domain/domains.ts'
import type { AccountFilter } from './account-repository.ts'

export type FilterWords = {
  q?: string | undefined
  kind?: MailboxKind | undefined
  status?: MailboxStatus | undefined
  domain?: string | undefined
  owner?: string | undefined
  expires?: ExpiryFilter | undefined
  maySend?: boolean | undefined
}

/** No mailbox stands on a domain that is not there. */
const nowhere = ''

export async function readFilter(query: Query, words: FilterWords): Promise<AccountFilter> {
  const { domain, owner, ...rest } = words
  return {
    ...rest,
    domainId: domain === undefined ? undefined : ((await findTakenNames(query, [domain]))[0]?.id ?? nowhere),
    ownerId: owner === 'none' ? null : owner,
  }
}
