/** The certificate of the SMTP port as senders see it who verify it, and what MTA-STS makes of it. */
import { probeTls } from '../../domain/probe-tls.ts'
import { day, isoTime } from '../../kernel/clock.ts'
import { mailHostOf } from '../../kernel/config/mail-host.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { ownHeader } from '../../kernel/proxied-ports.ts'
import { timeOuts } from '../../outside/time-outs.ts'
import { type Finding, ok, warn } from './finding.ts'

type TrustConfig = Pick<Config, 'smtpPort' | 'mailHost' | 'publicUrl' | 'proxyProtocol' | 'trustedProxies'>

const reasons = {
  noTls: ['it offers no STARTTLS', 'look at the log of the program'],
  expired: ['it has ended', 'renew it; it is read again by itself'],
  notYet: ['it is not valid yet', 'let the clock be set by NTP'],
  selfSigned: ['it is self-signed', 'set one of a public authority: YANSHU_TLS_CERT and YANSHU_TLS_KEY'],
  otherName: ['it is for another name', 'get one for YANSHU_MAIL_HOST, or set that to its name'],
  incomplete: ['its chain is not complete', 'put the intermediate certificates into the same file, below it'],
  unknownIssuer: ['no known authority has signed it', 'set one of a public authority'],
  untrusted: ['it does not verify', 'look at it with openssl s_client -starttls smtp'],
} as const

/** Three days before its end MTA-STS no longer relies on it. */
const spareMs = 3 * day

/** Nothing where the program does not run: that is said elsewhere. */
export async function lookAtTrust(config: TrustConfig, now: number): Promise<Finding[]> {
  const host = mailHostOf(config)
  const found = await probeTls({
    port: config.smtpPort,
    host,
    timeoutMs: timeOuts.doctor,
    header: ownHeader(config, 'smtp'),
    roots: [],
  })
  if (found.verdict === 'unreachable') return []
  if (found.verdict === 'untrusted') {
    const [why, advice] = reasons[found.fault]
    const mode = 'MTA-STS only asks for reports (testing) meanwhile'
    return [warn(`senders that verify the certificate of ${host} refuse it: ${why}; ${mode}`, advice)]
  }
  const until = isoTime(found.endsAt).slice(0, 10)
  if (found.endsAt - now < spareMs)
    return [
      warn(
        `senders that verify the certificate of ${host} trust it until ${until}; MTA-STS goes back to testing three days before`,
        'renew it; it is read again by itself',
      ),
    ]
  return [ok(`senders that verify the certificate of ${host} trust it until ${until}: MTA-STS can enforce`)]
}
