/** Seals forwarded mail with what our checks found of it when it came (RFC 8617), by the mailbox's domain. */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { KeptChecks, Said } from '../../mail/sender-verdict.ts'
import { sealMessage } from '../sign/seal-message.ts'
import type { SigningKey } from '../sign/signed-field.ts'

export type SealDeps = {
  clock: Clock
  log: Log
  /** The keys that sign for a domain. */
  keysFor(domain: string): Promise<readonly SigningKey[]>
}

const properties = {
  spf: 'smtp.mailfrom',
  dkim: 'header.d',
  dmarc: 'header.from',
  arc: 'arc.chain',
} as const satisfies Record<keyof KeptChecks, string>

/** A domain of a stranger, only where it cannot be read as anything else. */
const isPlain = (domain: string): boolean => /^[a-z0-9._-]{1,253}$/i.test(domain)

const resultOf = (method: keyof KeptChecks, { result, domain }: Said): string =>
  `${method}=${result}${isPlain(domain) ? ` ${properties[method]}=${domain}` : ''}`

const methods = ['spf', 'dkim', 'dmarc', 'arc'] as const

/** Null where we do not know whether the chain is whole. */
const chainOf = ({ result }: Said): 'none' | 'pass' | 'fail' | null =>
  result === 'none' || result === 'pass' || result === 'fail' ? result : null

/** Returns the message as it is when it cannot be sealed; it is forwarded all the same. */
export async function sealForwarded(
  { clock, log, keysFor }: SealDeps,
  mail: { message: Buffer; address: string; host: string; checks: KeptChecks },
): Promise<Buffer> {
  const { message, address, host, checks } = mail
  const domain = address.slice(address.lastIndexOf('@') + 1)
  try {
    const key = (await keysFor(domain)).find(({ algorithm }) => algorithm === 'rsa')
    if (key === undefined) return message
    const results = [host, ...methods.map(method => resultOf(method, checks[method]))]
    return await sealMessage(message, { domain, key, results, chain: chainOf(checks.arc), at: clock.now() })
  } catch (cause) {
    log.warn({ err: cause, domain }, 'a forwarded mail could not be sealed')
    return message
  }
}
