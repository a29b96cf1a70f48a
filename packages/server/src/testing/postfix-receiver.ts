/**
 * Runs a Postfix that accepts mail for its domains and stores it in a folder, as a foreign mail server would.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'
import { type Postfix, startPostfix } from './postfix.ts'

export type PostfixReceiver = Postfix & {
  /** Returns every mail that has arrived, as stored, in no order. */
  mails(): Buffer[]
}

/** The number of an account without rights, which owns the files. */
const nobody = 65534

const settings = (folder: string, domains: readonly string[]): string[] => [
  'mynetworks =',
  'myhostname = mx.receiver.test',
  `virtual_mailbox_domains = ${domains.join(', ')}`,
  `virtual_mailbox_base = ${join(folder, 'mail')}`,
  // Names that begin with "unknown" do not exist; all others share one Maildir.
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

export async function startReceiver(parent: string, domains: readonly string[]): Promise<PostfixReceiver> {
  const folder = join(parent, 'receiver')
  mkdirSync(join(folder, 'mail'), { recursive: true })
  execFileSync('chown', [String(nobody), join(folder, 'mail')])
  const { key, cert } = makeSelfSigned({ hostname: 'mx.receiver.test' })
  writeFileSync(join(folder, 'tls.pem'), key + cert, { mode: 0o600 })
  writeFileSync(join(folder, 'boxes'), '!/^unknown/ all/\n')
  const postfix = await startPostfix(folder, {
    settings: settings(folder, domains),
    services: ['virtual unix - n n - - virtual'],
  })
  const arrived = join(folder, 'mail/all/new')
  return {
    ...postfix,
    mails: () =>
      existsSync(arrived) ? readdirSync(arrived).map(name => readFileSync(join(arrived, name))) : [],
  }
}
