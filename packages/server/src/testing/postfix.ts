/**
 * Runs a Postfix in a folder of the test and on a port of its own; the caller decides how it handles mail.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** It starts its parts under other users, so only root may start it. */
export const hasPostfix = process.getuid?.() === 0 && existsSync('/usr/sbin/postfix')

/** Settings that would read the tables of a real installation are emptied. */
const commonSettings = (folder: string): string[] => [
  'compatibility_level = 3.6',
  `queue_directory = ${join(folder, 'queue')}`,
  `data_directory = ${join(folder, 'data')}`,
  `maillog_file = ${join(folder, 'log')}`,
  `maillog_file_prefixes = ${folder}`,
  'inet_interfaces = 127.0.0.1',
  'inet_protocols = ipv4',
  'mydestination =',
  'local_recipient_maps =',
  'alias_maps =',
]

const commonServices = (port: number): string[] => [
  `127.0.0.1:${port} inet n - n - - smtpd`,
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'proxymap unix - - n - - proxymap',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'anvil unix - - n - 1 anvil',
  'postlog unix-dgram n - n - 1 postlogd',
]

export type Postfix = { readonly port: number; stop(): void }

export async function startPostfix(
  folder: string,
  more: { settings: readonly string[]; services: readonly string[] },
): Promise<Postfix> {
  const port = await freePort()
  for (const name of ['queue', 'data']) mkdirSync(join(folder, name), { recursive: true })
  for (const path of [join(folder, '..'), folder]) chmodSync(path, 0o755)
  execFileSync('chown', ['postfix', join(folder, 'data')])
  const settings = [...commonSettings(folder), ...more.settings]
  writeFileSync(join(folder, 'main.cf'), `${settings.join('\n')}\n`)
  writeFileSync(join(folder, 'master.cf'), `${[...commonServices(port), ...more.services].join('\n')}\n`)
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' })
  return { port, stop: () => void execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' }) }
}
