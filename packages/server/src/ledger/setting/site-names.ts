/**
 * The names under which others reach this site: its URL and its mail host. The environment decides; where it says
 * nothing, the settings of the site do, and a change counts on every node without a restart.
 */
import type { Db } from '../../database/types.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import { effectiveNames, mailHostOf, webHostOf } from '../../kernel/config/mail-host.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { Log } from '../../kernel/log.ts'
import { type SiteSettings, settingsChannel } from './site-settings.ts'

export type SiteNames = {
  /** How visitors reach the site, without a slash at the end; empty when nobody has said. */
  publicUrl(): string
  /** The host that greets mail servers and that the MX records of our domains name. */
  mailHost(): string
  /** The host of the web pages; null when nobody has said. */
  webHost(): string | null
  /** Reads them again, so that this node has them before it answers who changed them. */
  refresh(): Promise<void>
  close(): void
}

/** A message between nodes may be lost. */
const maxAgeMs = 10 * second

export async function openSiteNames(deps: {
  config: Pick<Config, 'publicUrl' | 'mailHost'>
  db: Db
  clock: Clock
  log: Log
  site: SiteSettings
}): Promise<SiteNames> {
  const { config, db, clock, log, site } = deps
  let at = clock.now()
  let held = effectiveNames(config, await site.read())

  async function refresh(): Promise<void> {
    at = clock.now()
    held = effectiveNames(config, await site.read())
  }
  const refreshSoon = () =>
    void refresh().catch((cause: unknown) => log.warn({ err: cause }, 'the names of the site were not read'))
  const unsubscribe = db.bus.subscribe(settingsChannel, refreshSoon)
  const current = () => {
    if (Math.abs(clock.now() - at) > maxAgeMs) refreshSoon()
    return held
  }

  return {
    publicUrl: () => current().publicUrl,
    mailHost: () => mailHostOf(current()),
    webHost: () => webHostOf(current()),
    refresh,
    close: unsubscribe,
  }
}
