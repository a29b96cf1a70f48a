/** The keys with which mail of a domain is signed. A domain that has none yet, such as the first one, is given some. */
import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Secrets } from '../../secrets.ts'
import { makeKeys, openKey } from './dkim-key.ts'
import { type DkimKeyRow, insertKeys, listKeys } from './key-repository.ts'
import { findDomainByName } from './repository.ts'
import type { DkimAlgorithm } from './table.ts'

export type KeyDeps = { db: Db; secrets: Secrets; clock: Clock }

export type SigningKey = { selector: string; algorithm: DkimAlgorithm; privateKey: KeyObject }

/** The keys of a domain or claim, made if there are none. The first keys sign at once: an unknown key harms nothing. */
export async function keysOf(deps: KeyDeps, domainId: string): Promise<DkimKeyRow[]> {
  const there = await listKeys(deps.db.query, domainId)
  if (there.length > 0) return there
  const now = deps.clock.now()
  const made = await makeKeys(deps, now, [])
  return deps.db.transaction(async tx => {
    // Whoever was faster has used the same selectors, unless midnight lay between; then theirs count.
    const others = await listKeys(tx, domainId)
    if (others.length === 0) await insertKeys(tx, domainId, made, 'active', now)
    return listKeys(tx, domainId)
  })
}

/** None when the domain is not one of ours. */
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
 * The same for one who asks for every mail: whoever asks while somebody is asking shares the answer. The keys of a new
 * domain take a while to make, and fifty mails that leave at once would make them fifty times.
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
