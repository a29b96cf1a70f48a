/** The certificate of the SMTP port as senders see it who verify it, and what MTA-STS makes of it. */
import { probeTls } from '../../domain/probe-tls.ts'
import { day, isoTime } from '../../kernel/clock.ts'
import { timeOuts } from '../../outside/time-outs.ts'
import { type Says, says } from '../words/says.ts'
import type { Place } from './place.ts'

/** Three days before its end MTA-STS no longer relies on it. */
const spareMs = 3 * day

export async function lookAtTrust({ mailHost: host, smtpPort, header, now }: Place): Promise<Says[]> {
  const found = await probeTls({ port: smtpPort, host, timeoutMs: timeOuts.doctor, header, roots: [] })
  if (found.verdict === 'unreachable') return [says('unknown', 'certificateUnseen', { host })]
  if (found.verdict === 'untrusted') return [says('todo', 'certificateRefused', { host, fault: found.fault })]
  const until = isoTime(found.endsAt).slice(0, 10)
  return [
    found.endsAt - now < spareMs
      ? says('todo', 'certificateEndsSoon', { host, until })
      : says('ok', 'certificateTrusted', { host, until }),
  ]
}
