/**
 * The settings of the site as the program reads them: typed, with defaults, held in memory and read again
 * when any node changed them.
 */

import type { Db } from '../../database/types.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { readSettings } from './repository.ts'
import { type Entry, type SettingsTable, schemaOf, type ValuesOf } from './setting-entry.ts'
import { type SiteValues, siteTable } from './site-table.ts'

export const siteScope = 'site'
export const settingsChannel = 'settings'

/** A message between nodes may be lost, so the settings are also read again after this time. */
const maxAgeMs = 10 * second

export type SiteSettings = {
  read(): Promise<SiteValues>
  /** Makes every node read them again. */
  changed(): Promise<void>
  close(): void
}

/** The purpose for which secret settings are sealed. */
export const settingSecretPurpose = 'setting'

/** A secret that cannot be opened, because the master key changed, counts as not set. */
function opened(secrets: Secrets | undefined, sealed: unknown): unknown {
  try {
    return typeof sealed === 'string' ? secrets?.open(settingSecretPurpose, sealed) : undefined
  } catch {
    return undefined
  }
}

/** Returns the defaults, overlaid with the stored values that are still valid. */
export function valuesOf<T extends SettingsTable>(
  table: T,
  stored: ReadonlyMap<string, unknown>,
  secrets?: Secrets,
): ValuesOf<T> {
  const values: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(table) as [string, Entry][]) {
    const kept = entry.kind === 'secret' ? opened(secrets, stored.get(name)) : stored.get(name)
    const parsed = kept === undefined ? undefined : schemaOf(entry).safeParse(kept)
    values[name] = parsed?.success ? parsed.data : entry.default
  }
  return values as ValuesOf<T>
}

export function createSiteSettings(deps: {
  db: Db
  clock: Clock
  /** Without this, secret settings count as not set. */
  secrets?: Secrets
}): SiteSettings {
  let held: { values: Promise<SiteValues>; at: number } | null = null
  const forget = () => {
    held = null
  }
  const unsubscribe = deps.db.bus.subscribe(settingsChannel, forget)

  async function load(): Promise<SiteValues> {
    try {
      return valuesOf(siteTable, await readSettings(deps.db.query, siteScope), deps.secrets)
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
