/** What a check may look at: the same for the terminal, beside the program or without it, and for the pages. */
import type { Query } from '../../database/types.ts'
import { effectiveNames, mailHostOf } from '../../kernel/config/mail-host.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { ownHeader } from '../../kernel/proxied-ports.ts'
import { readSettings } from '../../ledger/setting/kept-settings.ts'
import type { Entry } from '../../ledger/setting/setting-entry.ts'
import { siteScope, valuesOf } from '../../ledger/setting/site-settings.ts'
import { type SiteValues, siteTable } from '../../ledger/setting/site-table.ts'

export type Place = {
  readonly config: Config
  readonly query: Query
  readonly now: number
  /** The settings of the site; of a secret it is only known that there is one. */
  readonly values: SiteValues
  readonly publicUrl: string
  readonly mailHost: string
  readonly smtpPort: number
  /** What the port expects before anything else. */
  readonly header: string
  /** Mail servers of others, as host and port, to try the way out with. */
  readonly targets: readonly string[]
  /** Whether anything beyond this machine is asked. */
  readonly offline: boolean
}

/** The settings without the key of the site. */
export async function readPlainValues(query: Query): Promise<SiteValues> {
  const stored = await readSettings(query, siteScope)
  const secrets = Object.entries<Entry>(siteTable).filter(
    ([name, { kind }]) => kind === 'secret' && stored.has(name),
  )
  return { ...valuesOf(siteTable, stored), ...Object.fromEntries(secrets.map(([name]) => [name, 'set'])) }
}

type Given = Pick<Place, 'config' | 'query' | 'now' | 'smtpPort'> &
  Partial<Pick<Place, 'targets' | 'offline'>>

export async function placeOf({
  config,
  query,
  now,
  smtpPort,
  targets,
  offline = false,
}: Given): Promise<Place> {
  const values = await readPlainValues(query)
  const names = effectiveNames(config, values)
  return {
    ...{ config, query, now, values, smtpPort, offline },
    publicUrl: names.publicUrl,
    mailHost: mailHostOf(names),
    header: ownHeader(config, 'smtp'),
    targets: targets ?? values.portProbes.map(host => `${host}:25`),
  }
}
