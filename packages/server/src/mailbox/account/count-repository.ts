/** How many mailboxes there are, and what is in them. */
import type { Query } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { inScope } from './repository.ts'

/** Whether any of its mailboxes has ever had mail. */
export const hasReceived = async (query: Query, ownerId: string): Promise<boolean> =>
  (await query
    .selectFrom('mailbox')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('received', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function countMailboxesOf(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The bytes in all mailboxes that an account owns, those in the bin included. */
export async function sumUsedBytes(query: Query, ownerId: string): Promise<number> {
  const { used } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.sum<number>('used_bytes').as('used'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}

/** How many mailboxes of others stand on the domains of this account. */
export async function mailboxesOnDomainsOf(query: Query, accountId: string): Promise<number> {
  const { total } = await query
    .selectFrom('mailbox')
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('domain.owner_id', '=', accountId)
    .where(eb => eb.or([eb('mailbox.owner_id', 'is', null), eb('mailbox.owner_id', '!=', accountId)]))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** How many can be opened now. */
export async function countUsable(query: Query, now: number): Promise<number> {
  const { n } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Numbers, bytes and the largest room, by kind and state. */
export const countByState = (query: Query, scope: Scope) =>
  inScope(query.selectFrom('mailbox'), scope)
    .select(eb => [
      'mailbox.kind',
      'mailbox.status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('mailbox.used_bytes').as('used'),
      eb.fn.max('mailbox.quota_bytes').as('quota'),
    ])
    .where('mailbox.deleted_at', 'is', null)
    .groupBy(['mailbox.kind', 'mailbox.status'])
    .execute()
