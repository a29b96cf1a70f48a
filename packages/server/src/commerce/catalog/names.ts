/** Decides which names can be bought on a domain, at which price, and which other names are free. */
import { randomInt } from 'node:crypto'
import type { NameState } from '@yanshu/contract'
import type { Query } from '../../database/types.ts'
import { unavailable } from '../../mailbox/account/hold.ts'
import { isReservedName, shortName } from '../../mailbox/account/names.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import { findSpecialNames } from './repository.ts'

type NameJudged =
  | { state: Exclude<NameState, 'resting'>; restsUntil: null }
  | { state: 'resting'; restsUntil: number }
export type NameVerdict = NameJudged & { namePrice: number }
export type NameDeps = { query: Query; resting: Rests }

type Place = { id: string; name: string }

/** `mine` is an order of the one who asks: what it holds counts as free. */
export async function judgeNames(
  { query, resting }: NameDeps,
  domain: Place,
  names: readonly string[],
  asked: { reservedNames: readonly string[]; now: number; mine: string | undefined },
): Promise<Map<string, NameVerdict>> {
  // A sold mailbox belongs to no account.
  const claims = names.map(name => ({ address: `${name}@${domain.name}`, ownerId: null }))
  const occupied = await unavailable(query, resting, claims, asked.now)
  const special = new Map(
    (await findSpecialNames(query, domain.id, names)).map(row => [row.local_part, row] as const),
  )
  const judge = (name: string): NameJudged => {
    const occupant = occupied.get(`${name}@${domain.name}`)
    const is = (state: Exclude<NameState, 'resting'>) => ({ state, restsUntil: null })
    if (occupant?.by === 'mailbox') return is('taken')
    if (special.get(name)?.kind === 'reserved' || isReservedName(name, asked.reservedNames))
      return is('reserved')
    if (occupant?.by === 'rest') return { state: 'resting', restsUntil: occupant.until }
    return is(occupant && occupant.holder !== asked.mine ? 'held' : 'free')
  }
  return new Map(names.map(name => [name, { ...judge(name), namePrice: special.get(name)?.price ?? 0 }]))
}

/** Returns the names that are withheld, or have a price of their own. */
export async function specialNames(
  query: Query,
  domainId: string,
  names: readonly string[],
): Promise<Set<string>> {
  return new Set((await findSpecialNames(query, domainId, names)).map(row => row.local_part))
}

const maxName = 64
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T
const number = (digits: number) => String(randomInt(10 ** (digits - 1), 10 ** digits))

/** Names that read like the one that was typed. */
function variants(name: string): string[] {
  const bare = name.replace(/[._-]/g, '')
  const middle = Math.floor(bare.length / 2)
  const made = [
    ...(bare.length >= 4 ? [`${bare.slice(0, middle)}.${bare.slice(middle)}`] : []),
    ...['hi', 'my', 'the', 'im'].map(word => `${word}-${name}`),
    ...['mail', 'me', 'you', 'box'].map(word => `${name}${word}`),
    ...Array.from({ length: 6 }, () => `${name}${number(pick([2, 3, 4]))}`),
  ]
  return [...new Set(made)].filter(made => made !== name && made.length <= maxName)
}

/** A few in random order, so that asking again shows others. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map(item => ({ item, at: randomInt(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

async function firstFree(
  deps: NameDeps,
  domain: Place,
  candidates: readonly string[],
  asked: { reservedNames: readonly string[]; now: number; count: number },
): Promise<string[]> {
  const verdicts = await judgeNames(deps, domain, candidates, { ...asked, mine: undefined })
  return candidates
    .filter(name => {
      const verdict = verdicts.get(name)
      return verdict?.state === 'free' && verdict.namePrice === 0
    })
    .slice(0, asked.count)
}

const suggested = 4
const sampled = 6

export const suggestions = (
  deps: NameDeps,
  domain: Place,
  name: string,
  asked: { reservedNames: readonly string[]; now: number },
): Promise<string[]> => firstFree(deps, domain, shuffled(variants(name)), { ...asked, count: suggested })

/** Free short names, to show that good ones are left. */
export const samples = (
  deps: NameDeps,
  domain: Place,
  asked: { reservedNames: readonly string[]; now: number },
): Promise<string[]> =>
  firstFree(deps, domain, [...new Set(Array.from({ length: 24 }, shortName))], { ...asked, count: sampled })
