import { systemClock } from '../kernel/clock.ts'
import type { Finding } from '../operate/doctor/finding.ts'
import { lookAtDns } from '../operate/doctor/look-at-dns.ts'
import { lookAtDatabase, lookAtFolder, lookAtTls } from '../operate/doctor/look-at-place.ts'
import { lookAtPorts } from '../operate/doctor/look-at-ports.ts'
import { lookAtStore } from '../operate/doctor/look-at-store.ts'
import { lookAtTrust } from '../operate/doctor/look-at-trust.ts'
import { lookAtWayOut } from '../operate/doctor/look-at-way-out.ts'
import type { Command } from './command.ts'
import { readOptions } from './options.ts'

const anyMailServer = 'gmail-smtp-in.l.google.com:25'
const signs: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', warn: 'note', fail: 'FAIL' }

export const doctor: Command = {
  usage: 'doctor [--outbound <host:port>] [--offline]',
  text: 'look at folder, disk, database, clock, certificate, ports, DNS, relays and the way out to port 25; exit code 1 when something is wrong',
  async run({ config, say }, args) {
    const { options } = readOptions(args, { outbound: 'text', offline: 'flag' }, 0)
    const now = systemClock.now()
    const found = [
      ...lookAtFolder(config.dataDir),
      ...(await lookAtDatabase(config, now)),
      ...lookAtTls(config, now),
      ...(await lookAtPorts(config)),
      ...(await lookAtTrust(config, now)),
      ...(await lookAtStore(config)),
    ]
    if (!options.offline) {
      found.push(...(await lookAtDns(config)))
      found.push(...(await lookAtWayOut(config, options.outbound ?? anyMailServer)))
    }
    for (const { state, what, advice } of found)
      say(`${signs[state]}  ${what}${advice === undefined ? '' : `\n      → ${advice}`}`)
    return found.some(({ state }) => state === 'fail') ? 1 : 0
  },
}
