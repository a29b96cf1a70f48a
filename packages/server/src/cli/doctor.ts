import { guideSteps } from '@yanshu/contract'
import { openUnmigrated } from '../database/start/open.ts'
import type { Query } from '../database/types.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import { checks } from '../operate/doctor/checks.ts'
import { findingOf } from '../operate/doctor/english.ts'
import type { Finding } from '../operate/doctor/finding.ts'
import { lookAtDatabase, lookAtFolder, lookAtTls } from '../operate/doctor/look-at-place.ts'
import { lookAtPorts } from '../operate/doctor/look-at-ports.ts'
import { placeOf } from '../operate/doctor/place.ts'
import { readSeen } from '../operate/guide/visits.ts'
import type { DoctorKey } from '../operate/words/says.ts'
import type { Command } from './command.ts'
import { readOptions } from './options.ts'

const anyMailServer = 'gmail-smtp-in.l.google.com:25'
const signs: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', warn: 'note', fail: 'FAIL' }

/** Who sells nothing need not hear what is missing for it. */
const onlyForSellers: ReadonlySet<DoctorKey> = new Set([
  'soldNone',
  'plansNone',
  'waysReady',
  'waysNone',
  'storeOpen',
  'storeClosed',
  'orderNone',
])

/** The steps of the guide on the pages, which are read from the database. */
async function lookAtSteps(
  query: Query,
  config: Config,
  now: number,
  { outbound, offline }: { outbound: string; offline: boolean },
): Promise<Finding[]> {
  const place = await placeOf({
    ...{ config, query, now, offline },
    smtpPort: config.smtpPort,
    targets: [outbound],
  })
  const seen = await readSeen(query, place.publicUrl)
  const found = await Promise.all(guideSteps.map(name => checks[name](place, seen)))
  const all = found.flat()
  const sells = all.some(({ key }) => key === 'soldDomains')
  return all.filter(({ key }) => sells || !onlyForSellers.has(key)).map(findingOf)
}

export const doctor: Command = {
  usage: 'doctor [--outbound <host:port>] [--offline]',
  text: 'look at folder, disk, database, clock, certificate, ports, and at every step of the guide: DNS, relays, the way out to port 25, the store; exit code 1 when something is wrong',
  async run({ config, say }, args) {
    const { options } = readOptions(args, { outbound: 'text', offline: 'flag' }, 0)
    const now = systemClock.now()
    const database = await lookAtDatabase(config, now)
    const found = [
      ...lookAtFolder(config.dataDir),
      ...database,
      ...lookAtTls(config, now),
      ...(await lookAtPorts(config)),
    ]
    // Before the first start, and on a database that is not up to date, nothing is known of the site.
    if (database.every(({ state }) => state === 'ok')) {
      const { databaseUrl: url, dataDir } = config
      const db = await openUnmigrated({ url, dataDir, poolSize: 2, onError: () => undefined })
      try {
        const offline = options.offline ?? false
        const outbound = options.outbound ?? anyMailServer
        found.push(...(await lookAtSteps(db.query, config, now, { outbound, offline })))
      } finally {
        await db.close()
      }
    }
    for (const { state, what, advice } of found)
      say(`${signs[state]}  ${what}${advice === undefined ? '' : `\n      → ${advice}`}`)
    return found.some(({ state }) => state === 'fail') ? 1 : 0
  },
}
