/** The store: whether gateways can reach us, and whether something is given away that is sold. */
import { existsSync } from 'node:fs'
import { isOutOfReach, wayStates } from '../../commerce/order/pay-ways.ts'
import { openUnmigrated, sqliteFile } from '../../database/start/open.ts'
import type { Query } from '../../database/types.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { readSettings } from '../../ledger/setting/kept-settings.ts'
import type { Entry } from '../../ledger/setting/setting-entry.ts'
import { siteScope, valuesOf } from '../../ledger/setting/site-settings.ts'
import { type SiteValues, siteTable } from '../../ledger/setting/site-table.ts'
import { type Finding, warn } from './finding.ts'
import { openAndSold } from './repository.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'publicUrl'>

/** The settings without the key of the site: of a secret it is only known that there is one. */
async function readValues(query: Query): Promise<SiteValues> {
  const stored = await readSettings(query, siteScope)
  const secrets = Object.entries<Entry>(siteTable).filter(
    ([name, { kind }]) => kind === 'secret' && stored.has(name),
  )
  return { ...valuesOf(siteTable, stored), ...Object.fromEntries(secrets.map(([name]) => [name, 'set'])) }
}

async function findingsOf(query: Query, publicUrl: string): Promise<Finding[]> {
  const ways = wayStates(await readValues(query)).filter(way => isOutOfReach(way, publicUrl))
  const domains = await openAndSold(query)
  return [
    ...ways.map(({ way }) =>
      warn(
        `buyers can pay by ${way}, and its notices of payments cannot reach this site`,
        'set YANSHU_PUBLIC_URL to the URL of the site as others reach it',
      ),
    ),
    ...domains.map(name =>
      warn(
        `${name} is open for registration and sold in the store`,
        'names that buyers pay for can be had for nothing there: switch one of the two off, or give good names a price of their own',
      ),
    ),
  ]
}

/** Nothing where the database cannot be read: that is said elsewhere. */
export async function lookAtStore({ databaseUrl, dataDir, publicUrl }: Place): Promise<Finding[]> {
  if (databaseUrl === '' && !existsSync(sqliteFile(dataDir))) return []
  try {
    const db = await openUnmigrated({ url: databaseUrl, dataDir, poolSize: 1, onError: () => undefined })
    try {
      return await findingsOf(db.query, publicUrl)
    } finally {
      await db.close()
    }
  } catch {
    return []
  }
}
