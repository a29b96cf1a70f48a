/**
 * Names that are given up rest: for a time nobody else has them, since the next holder would get what is meant for the
 * former one, password resets above all. Kept is a keyed hash of each address and of the account that had it, and until
 * when. Only that account has its name back before: what belonged to nobody, as a visitor or a buyer makes it, is gone
 * with its password, and nobody can show any more that it was theirs.
 */
import type { MailboxKind } from '@yanshu/contract'
import type { Query, Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { keyedHash } from '../../mail/keyed-hash.ts'
import { deleteRest, findRests, insertRests } from './repository.ts'

/** An address, and the account that has it or would have it. */
export type Claim = { address: string; ownerId: string | null }

/** The port of code that makes a mailbox. */
export type Rests = {
  /** Until when those of the addresses rest that rest, and were not this owner's. */
  restsOf(query: Query, claims: readonly Claim[], now: number): Promise<Map<string, number>>
}

export type RestingNames = Rests & {
  begin(tx: Tx, rests: readonly (Claim & { until: number })[]): Promise<void>
  /** Ends a rest early and tells until when it would have been; null when the name does not rest. */
  release(tx: Tx, address: string, now: number): Promise<number | null>
}

/** Names that are the domain's own and must be reachable on every one (RFC 5321 section 4.5.1, RFC 2142): none rests. */
export const domainsOwnNames: ReadonlySet<string> = new Set(['postmaster', 'abuse'])

/** 100 bits: nobody finds two addresses with one hash. */
const nameLength = 20
/** 50 bits: an account id is ours to make, nobody chooses one that fits. */
const holderLength = 10

export function createRestingNames(secrets: Pick<Secrets, 'derive'>): RestingNames {
  const key = secrets.derive('resting-name')
  const nameOf = (address: string) => keyedHash(key, `name ${address}`, nameLength)
  // With the address in it, so that the rows of one account do not look alike.
  const holderOf = ({ address, ownerId }: Claim) =>
    ownerId === null ? null : keyedHash(key, `holder ${ownerId} ${address}`, holderLength)

  return {
    begin: (tx, rests) =>
      insertRests(
        tx,
        rests.map(rest => ({ name: nameOf(rest.address), holder: holderOf(rest), until: rest.until })),
      ),
    async restsOf(query, claims, now) {
      if (claims.length === 0) return new Map()
      const named = new Map(claims.map(claim => [nameOf(claim.address), claim]))
      const found = await findRests(query, [...named.keys()])
      const resting = new Map<string, number>()
      for (const { name, holder, until } of found) {
        const claim = named.get(name)
        if (!claim || until <= now) continue
        if (holder === null || holder !== holderOf(claim)) resting.set(claim.address, until)
      }
      return resting
    },
    release: async (tx, address, now) => (await deleteRest(tx, nameOf(address), now)) ?? null,
  }
}

type EndingMailbox = {
  address: string
  local_part: string
  kind: MailboxKind
  owner_id: string | null
  expires_at: number | null
  /** 0 when it was deleted for good, in this moment. */
  deleted_at: number | null
}

/** Times of day would tell when the former holder left: a rest ends with a whole day. */
const endOfDay = (at: number): number => Math.ceil(at / day) * day

/**
 * Mailboxes that are removed now, as far as their names rest. A rest begins when the mailbox ended, which may be long
 * before.
 */
export function restsAfter(
  mailboxes: readonly EndingMailbox[],
  site: Pick<SiteValues, 'temporaryRestDays' | 'accountRestDays'>,
  now: number,
): (Claim & { until: number })[] {
  return mailboxes.flatMap(({ address, local_part, kind, owner_id: ownerId, expires_at, deleted_at }) => {
    const days = kind === 'account' ? site.accountRestDays : site.temporaryRestDays
    if (days === 0 || domainsOwnNames.has(local_part)) return []
    const until = endOfDay(Math.min(now, expires_at ?? now, deleted_at || now) + days * day)
    return until > now ? [{ address, ownerId, until }] : []
  })
}
