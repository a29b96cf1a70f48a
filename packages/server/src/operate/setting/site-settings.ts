/**
 * The settings of the site as the program reads them: typed, with defaults, held in memory and read again when any node
 * changed them.
 */
import { type Clock, second } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Secrets } from '../../secrets.ts'
import { readSettings } from './repository.ts'
import { type Entry, type SealedSecret, schemaOf } from './setting-entry.ts'
import { type SiteValues, siteTable } from './site-table.ts'

export const siteScope = 'site'
/** What secrets among the settings are sealed for. */
const secretPurpose = (name: string): string => `setting:${name}`

export const sealSetting = (secrets: Secrets, name: string, plain: string): string =>
  plain === '' ? '' : secrets.seal(secretPurpose(name), plain)

/** The secret itself, or null when it was never set or the master key is no longer the one it was sealed with. */
export function openSetting(secrets: Secrets, name: string, sealed: SealedSecret): string | null {
  if (sealed === '') return null
  try {
    return secrets.open(secretPurpose(name), sealed)
  } catch {
    return null
  }
}
export const settingsChannel = 'settings'

/** A message between nodes may be lost; after this time they are read again all the same. */
const maxAgeMs = 10 * second

export type SiteSettings = {
  read(): Promise<SiteValues>
  /** Makes every node read anew. */
  changed(): Promise<void>
  close(): void
}

/** Defaults, overlaid with what is stored and still valid. */
export function siteValues(stored: ReadonlyMap<string, unknown>): SiteValues {
  const values: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(siteTable) as [string, Entry][]) {
    const kept = stored.get(name)
    if (entry.kind === 'secret') {
      values[name] = typeof kept === 'string' ? kept : entry.default
      continue
    }
    const parsed = stored.has(name) ? schemaOf(entry).safeParse(kept) : undefined
    values[name] = parsed?.success ? parsed.data : entry.default
  }
  return values as SiteValues
}

export function createSiteSettings(deps: { db: Db; clock: Clock }): SiteSettings {
  let held: { values: Promise<SiteValues>; at: number } | null = null
  const forget = () => {
    held = null
  }
  const unsubscribe = deps.db.bus.subscribe(settingsChannel, forget)

  async function load(): Promise<SiteValues> {
    try {
      return siteValues(await readSettings(deps.db.query, siteScope))
    } catch (cause) {
      forget()
      throw cause
    }
  }

  return {
    read() {
      const now = deps.clock.now()
      if (held === null || Math.abs(now - held.at) > maxAgeMs) held = { values: load(), at: now }
      return held.values
    },
    async changed() {
      forget()
      await deps.db.bus.publish(settingsChannel, siteScope)
    },
    close: unsubscribe,
  }
}
