/** Looks at our own port as a sender would: STARTTLS (RFC 3207) and its certificate. */
import { createHash } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { openWire, type Wire } from '../outside/smtp/wire.ts'
import { countdown } from '../outside/time-outs.ts'
import type { TlsFault } from './words/facts.ts'

export type TlsProbe =
  /** `keyDigest`: the SHA-256 of the certificate's key, as TLSA records name it. */
  | { readonly verdict: 'trusted'; readonly endsAt: number; readonly keyDigest: string | null }
  | {
      readonly verdict: 'untrusted'
      readonly fault: TlsFault
      readonly endsAt: number | null
      readonly keyDigest: string | null
    }
  | { readonly verdict: 'unreachable' }

export type ProbeTarget = {
  readonly port: number
  readonly host: string
  readonly timeoutMs: number
  /** Said first to a port that expects a proxy's header; empty otherwise. */
  readonly header: string
  /** Certificates to trust in place of the usual ones, for tests. */
  readonly roots: readonly string[]
}

/** The names that OpenSSL and Node give to their verdicts. */
const faults: Readonly<Record<string, TlsFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
}

const maxChain = 10

/** Returns when the first certificate of the chain ends, apart from its root, which never ends before. */
function chainEnds(leaf: DetailedPeerCertificate): number {
  let ends = Date.parse(leaf.valid_to)
  let current = leaf
  for (let steps = 0; steps < maxChain; steps++) {
    const above = current.issuerCertificate as DetailedPeerCertificate | undefined
    if (above === undefined || above.fingerprint256 === current.fingerprint256) break
    if (above.issuerCertificate?.fingerprint256 === above.fingerprint256) break
    ends = Math.min(ends, Date.parse(above.valid_to))
    current = above
  }
  return ends
}

/** Node has checked chain, dates and name, and says so without breaking off. */
function judge(secure: TLSSocket): TlsProbe {
  const certificate = secure.getPeerCertificate(true)
  const endsAt = chainEnds(certificate)
  const key = secure.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  const keyDigest = key ? createHash('sha256').update(key).digest('hex') : null
  if (secure.authorized) return { verdict: 'trusted', endsAt, keyDigest }
  const fault = faults[String(secure.authorizationError)] ?? 'untrusted'
  return { verdict: 'untrusted', fault, endsAt, keyDigest }
}

const noTls = { verdict: 'untrusted', fault: 'noTls', endsAt: null, keyDigest: null } as const

export async function probeTls(target: ProbeTarget): Promise<TlsProbe> {
  const left = countdown(target.timeoutMs)
  let wire: Wire | null = null
  try {
    wire = await openWire({ ip: '127.0.0.1', port: target.port }, left())
    wire.write(target.header)
    await wire.reply(left())
    wire.write('EHLO localhost\r\n')
    const offers = await wire.reply(left())
    if (!offers.lines.some(line => line.toUpperCase() === 'STARTTLS')) return noTls
    wire.write('STARTTLS\r\n')
    if ((await wire.reply(left())).code !== 220) return noTls
    await wire.secure({ host: target.host, verify: false, ca: target.roots, timeoutMs: left() })
    const secure = wire.tls()
    const found = secure && judge(secure)
    // The probe says QUIT, because a client cut off in a handshake holds a place until the other side's
    // time-out.
    wire.write('QUIT\r\n')
    await wire.reply(left()).catch(() => undefined)
    return found ?? { verdict: 'unreachable' }
  } catch {
    return { verdict: 'unreachable' }
  } finally {
    wire?.destroy()
  }
}
