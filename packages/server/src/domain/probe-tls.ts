/** Looks at our own port as a sender would: STARTTLS (RFC 3207) and its certificate. */
import { checkServerIdentity, type TLSSocket } from 'node:tls'
import { openWire, type Wire } from '../outside/smtp/wire.ts'
import { countdown } from '../outside/time-outs.ts'
import { domainWords } from './words/words.ts'

export type TlsProbe = { verdict: 'trusted' | 'untrusted' | 'none' | 'unreachable'; detail: string }

function judge(secure: TLSSocket, host: string): TlsProbe {
  const certificate = secure.getPeerCertificate()
  const wrongName = checkServerIdentity(host, certificate)
  if (secure.authorized && !wrongName)
    return { verdict: 'trusted', detail: domainWords.certificateEnds(certificate.valid_to) }
  return {
    verdict: 'untrusted',
    detail: wrongName ? domainWords.certificateOfOther : String(secure.authorizationError),
  }
}

export async function probeTls(target: { port: number; host: string; timeoutMs: number }): Promise<TlsProbe> {
  const left = countdown(target.timeoutMs)
  let wire: Wire | null = null
  try {
    wire = await openWire({ ip: '127.0.0.1', port: target.port }, left())
    await wire.reply(left())
    wire.write('EHLO localhost\r\n')
    const offers = await wire.reply(left())
    if (!offers.lines.some(line => line.toUpperCase() === 'STARTTLS')) return { verdict: 'none', detail: '' }
    wire.write('STARTTLS\r\n')
    if ((await wire.reply(left())).code !== 220) return { verdict: 'none', detail: '' }
    await wire.secure({ host: target.host, verify: false, timeoutMs: left() })
    const secure = wire.tls()
    const found = secure && judge(secure, target.host)
    // The probe says QUIT, because a client cut off in a handshake holds a place until the other side's
    // time-out.
    wire.write('QUIT\r\n')
    await wire.reply(left()).catch(() => undefined)
    return found ?? { verdict: 'unreachable', detail: '' }
  } catch {
    return { verdict: 'unreachable', detail: '' }
  } finally {
    wire?.destroy()
  }
}
