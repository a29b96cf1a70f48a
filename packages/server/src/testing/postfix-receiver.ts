/** A Postfix of our own that takes mail for its domains and puts it into a folder, as somebody else's mail server would. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSelfSigned } from '../inbound/receive/smtp/self-signed.ts'
import { freePort } from './free-port.ts'

export type PostfixReceiver = {
  readonly port: number
  /** Everything that has arrived, as it was stored, in no order. */
  mails(): Buffer[]
  stop(): void
}

/** An account without rights, by number: files belong to it. */
const nobody = 65534

const mainSettings = (folder: string, domains: readonly string[]): string[] => [
  'compatibility_level = 3.6',
  `queue_directory = ${join(folder, 'queue')}`,
  `data_directory = ${join(folder, 'data')}`,
  `maillog_file = ${join(folder, 'log')}`,
  `maillog_file_prefixes = ${folder}`,
  'inet_interfaces = 127.0.0.1',
  'inet_protocols = ipv4',
  'mynetworks =',
  'myhostname = mx.receiver.test',
  'mydestination =',
  'local_recipient_maps =',
  'alias_maps =',
  `virtual_mailbox_domains = ${domains.join(', ')}`,
  `virtual_mailbox_base = ${join(folder, 'mail')}`,
  // Whoever begins with "unknown" does not exist; all others share one Maildir.
  `virtual_mailbox_maps = regexp:${join(folder, 'boxes')}`,
  `virtual_uid_maps = static:${nobody}`,
  `virtual_gid_maps = static:${nobody}`,
  'virtual_mailbox_limit = 0',
  'message_size_limit = 31457280',
  'smtputf8_enable = yes',
  'smtpd_tls_security_level = may',
  'smtpd_tls_received_header = yes',
  `smtpd_tls_chain_files = ${join(folder, 'tls.pem')}`,
  'smtpd_recipient_restrictions = reject_unauth_destination',
]

const services = (port: number): string[] => [
  `127.0.0.1:${port} inet n - n - - smtpd`,
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'proxymap unix - - n - - proxymap',
  'virtual unix - n n - - virtual',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'anvil unix - - n - 1 anvil',
  'postlog unix-dgram n - n - 1 postlogd',
]

export async function startReceiver(parent: string, domains: readonly string[]): Promise<PostfixReceiver> {
  const port = await freePort()
  const folder = join(parent, 'receiver')
  for (const name of ['queue', 'data', 'mail']) mkdirSync(join(folder, name), { recursive: true })
  for (const path of [parent, folder]) chmodSync(path, 0o755)
  execFileSync('chown', ['postfix', join(folder, 'data')])
  execFileSync('chown', [String(nobody), join(folder, 'mail')])
  const { key, cert } = makeSelfSigned({ hostname: 'mx.receiver.test' })
  writeFileSync(join(folder, 'tls.pem'), key + cert, { mode: 0o600 })
  writeFileSync(join(folder, 'boxes'), '!/^unknown/ all/\n')
  writeFileSync(join(folder, 'main.cf'), `${mainSettings(folder, domains).join('\n')}\n`)
  writeFileSync(join(folder, 'master.cf'), `${services(port).join('\n')}\n`)
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' })
  const arrived = join(folder, 'mail/all/new')
  return {
    port,
    mails: () =>
      existsSync(arrived) ? readdirSync(arrived).map(name => readFileSync(join(arrived, name))) : [],
    stop: () => void execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' }),
  }
}
