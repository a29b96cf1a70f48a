/** Returns the keys that sign mail of a domain. A domain without keys, such as the first one, gets some. */
import type { KeyObject } from 'node:crypto'
import type { Db } from '../database/types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { makeKeys, openKey } from './dkim-key.ts'
import type { DkimAlgorithm } from './dns/record-texts.ts'
import { type DkimKeyRow, insertKeys, listKeys } from './key-repository.ts'
import { findDomainByName } from './repository.ts'

export type KeyDeps = { db: Db; secrets: Secrets; clock: Clock }

export type SigningKey = { selector: string; algorithm: DkimAlgorithm; privateKey: KeyObject }

/**
 * Returns the keys of a domain or claim and makes them if there are none. The first keys sign at once,
 * because an unpublished key does no harm.
 */
export async function keysOf(deps: KeyDeps, domainId: string): Promise<DkimKeyRow[]> {
  const there = await listKeys(deps.db.query, domainId)
  if (there.length > 0) return there
  const now = deps.clock.now()
  const made = await makeKeys(deps, now, [])
  return deps.db.transaction(async tx => {
    // If another call was faster, both used the same selectors, unless midnight was between them; then the
    // other's keys count.
    const others = await listKeys(tx, domainId)
    if (others.length === 0) await insertKeys(tx, domainId, made, 'active', now)
    return listKeys(tx, domainId)
  })
}

/** Returns an empty list when the domain is not ours. */
export async function signingKeysOf(
  deps: KeyDeps,
  domainName: string,
  open: (sealed: string) => KeyObject = sealed => openKey(deps.secrets, sealed),
): Promise<readonly SigningKey[]> {
  const domain = await findDomainByName(deps.db.query, domainName.toLowerCase())
  if (!domain) return []
  const keys = await keysOf(deps, domain.id)
  return keys
    .filter(key => key.state === 'active')
    .map(({ selector, algorithm, private_key }) => ({
      selector,
      algorithm,
      privateKey: open(private_key),
    }))
}

/**
 * Does the same for code that asks for every mail: calls at the same time share the answer. The keys of a new
 * domain take a while to make, and fifty mails at once would make them fifty times.
 */
export function createSigningKeys(
  deps: KeyDeps,
  open?: (sealed: string) => KeyObject,
): (domainName: string) => Promise<readonly SigningKey[]> {
  const asking = new Map<string, Promise<readonly SigningKey[]>>()
  return domainName => {
    const shared = asking.get(domainName)
    if (shared !== undefined) return shared
    const asked = signingKeysOf(deps, domainName, open).finally(() => asking.delete(domainName))
    asking.set(domainName, asked)
    return asked
  }
}
