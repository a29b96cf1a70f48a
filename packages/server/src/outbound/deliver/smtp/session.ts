/**
 * Turns a bare connection into a session that is ready for mail: banner, EHLO, STARTTLS, AUTH (RFC 5321, RFC
 * 3207, RFC 4954). It knows the required encryption, but neither the reason for it nor the mail.
 */
import type { TLSSocket } from 'node:tls'
import { answerText, cleanAnswer, type Reply, refusal } from '../../../outside/smtp/reply.ts'
import { openWire, type Wire, WireError, type WireFault } from '../../../outside/smtp/wire.ts'
import type { Finding } from './finding.ts'
import type { SmtpClientLimits } from './limits.ts'

/**
 * `may` accepts any certificate, or none; `must` and `implicit` require a valid one. `some` requires encryption
 * with whatever certificate, `named` one that the plan accepts.
 */
export type Encryption = 'never' | 'may' | 'some' | 'named' | 'must' | 'implicit'

export type SessionPlan = {
  readonly host: string
  readonly ip: string
  readonly port: number
  readonly encryption: Encryption
  readonly login: { readonly username: string; readonly password: string } | null
  /** True when a password may go without encryption, which only our own network allows. */
  readonly mayLogInOpenly: boolean
  readonly helloName: string
  readonly limits: SmtpClientLimits
  readonly ca: readonly string[]
  /** Judges the certificate where encryption is `named`. */
  isNamed(tls: TLSSocket): boolean
  /** True when the server's greeting has our own name, which means that we talk to ourselves. */
  isOurName(name: string): boolean
}

export type Session = {
  readonly host: string
  readonly wire: Wire
  readonly features: ReadonlyMap<string, string>
  /** The server's last words: that the log-in is good, or that it is ready. */
  readonly said: string
  readonly limits: SmtpClientLimits
  readonly openedAt: number
  uses: number
  /** The last transaction did not end well, so RSET comes before the next. */
  isDirty: boolean
}

/** The session failed or ended; `finding` is the consequence for the mail that needed it. */
export class SessionError extends Error {
  readonly finding: Finding
  constructor(finding: Finding) {
    super(finding.answer)
    this.finding = finding
  }
}

const faultReasons = {
  unreachable: 'unreachable',
  cut: 'cut',
  timeout: 'timeout',
  'bad-answer': 'badAnswer',
  tls: 'tlsFailed',
  aborted: 'aborted',
} as const satisfies Record<WireFault, Finding['reason']>

const faultStatus: Record<WireFault, string> = {
  unreachable: '4.4.1',
  cut: '4.4.2',
  timeout: '4.4.2',
  'bad-answer': '4.5.0',
  tls: '4.7.5',
  aborted: '4.3.2',
}

export function wireFinding(error: WireError, host: string): Finding {
  const { fault } = error
  return {
    outcome: 'deferred',
    reason: faultReasons[fault],
    answer: cleanAnswer(error.message),
    host,
    status: faultStatus[fault],
  }
}

export function replyFinding(reply: Reply, reason: Finding['reason'], host: string): Finding {
  const outcome = refusal(reply)
  return outcome === null
    ? { outcome: 'deferred', reason: 'badAnswer', answer: answerText(reply), host, status: null }
    : { outcome, reason, answer: answerText(reply), host, status: reply.status }
}

/** Returns EHLO keywords in upper case with their parameters (RFC 5321, section 4.1.1.1). */
function featuresOf(reply: Reply): Map<string, string> {
  const features = new Map<string, string>()
  for (const line of reply.lines.slice(1)) {
    const [keyword = '', ...rest] = line.trim().split(/[ =]/)
    if (keyword !== '') features.set(keyword.toUpperCase(), rest.join(' '))
  }
  return features
}

async function hello(wire: Wire, plan: SessionPlan): Promise<Map<string, string>> {
  wire.write(`EHLO ${plan.helloName}\r\n`)
  let reply = await wire.reply(plan.limits.commandMs)
  // Servers from before 1995 know only HELO and answer EHLO with 500, 501, 502 or 504 (RFC 5321, section
  // 3.2).
  if (reply.code >= 500 && reply.code <= 504 && !wire.isSecure()) {
    wire.write(`HELO ${plan.helloName}\r\n`)
    const old = await wire.reply(plan.limits.commandMs)
    if (old.code === 250) return new Map()
    reply = old.code >= 400 ? old : reply
  }
  if (reply.code !== 250) throw new SessionError(replyFinding(reply, 'helloRefused', plan.host))
  const name = (reply.lines[0] ?? '').split(' ', 1)[0] ?? ''
  if (plan.isOurName(name.toLowerCase())) {
    throw new SessionError({
      outcome: 'failed',
      reason: 'loop',
      answer: `${plan.host} is this server itself`,
      host: plan.host,
      status: '5.4.6',
    })
  }
  return featuresOf(reply)
}

async function secure(wire: Wire, plan: SessionPlan): Promise<void> {
  await wire.secure({
    host: plan.host,
    verify: plan.encryption === 'must' || plan.encryption === 'implicit',
    ca: plan.ca,
    timeoutMs: plan.limits.handshakeMs,
  })
  const tls = wire.tls()
  if (plan.encryption === 'named' && (tls === null || !plan.isNamed(tls)))
    throw new WireError('tls', 'the certificate is none that the TLSA records name')
}

function noTls(plan: SessionPlan, answer: string): SessionError {
  return new SessionError({
    outcome: 'deferred',
    reason: 'tlsRequired',
    answer,
    host: plan.host,
    status: '4.7.10',
  })
}

/** Returns the features after encryption; earlier ones are forgotten (RFC 3207, section 4.2). */
async function encrypt(
  wire: Wire,
  plan: SessionPlan,
  features: Map<string, string>,
): Promise<Map<string, string>> {
  if (plan.encryption === 'never' || plan.encryption === 'implicit') return features
  if (!features.has('STARTTLS')) {
    if (plan.encryption !== 'may') throw noTls(plan, 'the server offers no encryption, which is required')
    return features
  }
  wire.write('STARTTLS\r\n')
  const reply = await wire.reply(plan.limits.commandMs)
  if (reply.code !== 220) {
    if (plan.encryption !== 'may') throw noTls(plan, answerText(reply))
    if (refusal(reply) === null) throw new SessionError(replyFinding(reply, 'helloRefused', plan.host))
    return features
  }
  await secure(wire, plan)
  return hello(wire, plan)
}

function authFailed(plan: SessionPlan, answer: string, status: string | null): SessionError {
  // The operator can fix this; until then the mail waits, whatever the code is.
  return new SessionError({ outcome: 'deferred', reason: 'relayAuth', answer, host: plan.host, status })
}

/** The reply to a log-in that is good; null where there is none to make. */
async function logIn(
  wire: Wire,
  plan: SessionPlan,
  features: ReadonlyMap<string, string>,
): Promise<Reply | null> {
  if (plan.login === null) return null
  if (!wire.isSecure() && !plan.mayLogInOpenly) {
    throw authFailed(plan, 'the password is not sent without encryption', '4.7.0')
  }
  const { username, password } = plan.login
  const mechanisms = (features.get('AUTH') ?? '').toUpperCase().split(/[ ,]+/)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  let reply: Reply
  if (mechanisms.includes('PLAIN')) {
    wire.write(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}\r\n`)
    reply = await wire.reply(plan.limits.commandMs)
  } else if (mechanisms.includes('LOGIN')) {
    wire.write('AUTH LOGIN\r\n')
    reply = await wire.reply(plan.limits.commandMs)
    for (const answer of [username, password]) {
      if (reply.code !== 334) break
      wire.write(`${base64(answer)}\r\n`)
      reply = await wire.reply(plan.limits.commandMs)
    }
  } else throw authFailed(plan, 'the relay offers no way to log in that we know', '4.7.4')
  if (reply.code !== 235) throw authFailed(plan, answerText(reply), reply.status)
  return reply
}

async function begin(wire: Wire, plan: SessionPlan): Promise<Pick<Session, 'features' | 'said'>> {
  if (plan.encryption === 'implicit') await secure(wire, plan)
  const banner = await wire.reply(plan.limits.bannerMs)
  if (banner.code !== 220) throw new SessionError(replyFinding(banner, 'bannerRefused', plan.host))
  // Nothing was asked yet. A server that has already answered does not read its input, or an attacker is in
  // between.
  if (!wire.isQuiet()) throw new WireError('bad-answer', 'the server answered before it was asked')
  const features = await encrypt(wire, plan, await hello(wire, plan))
  const reply = await logIn(wire, plan, features)
  return { features, said: answerText(reply ?? banner) }
}

async function openOnce(plan: SessionPlan, signal: AbortSignal): Promise<Session> {
  const wire = await openWire(plan, plan.limits.connectMs, signal)
  const giveUp = () => wire.destroy(new WireError('aborted', 'given up'))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const begun = await begin(wire, plan)
    return {
      host: plan.host,
      wire,
      ...begun,
      limits: plan.limits,
      openedAt: performance.now(),
      uses: 0,
      isDirty: false,
    }
  } catch (cause) {
    if (cause instanceof SessionError) wire.write('QUIT\r\n')
    wire.end(plan.limits.quitMs)
    throw cause
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Throws only a SessionError. */
export async function openSession(plan: SessionPlan, signal: AbortSignal): Promise<Session> {
  try {
    try {
      return await openOnce(plan, signal)
    } catch (cause) {
      // Optional encryption must not hold mail back, so this tries once more in clear (RFC 7435, section 3).
      const mayBeOpen = plan.encryption === 'may' && cause instanceof WireError && cause.fault === 'tls'
      if (!mayBeOpen) throw cause
      return await openOnce({ ...plan, encryption: 'never' }, signal)
    }
  } catch (cause) {
    if (cause instanceof SessionError) throw cause
    if (cause instanceof WireError) throw new SessionError(wireFinding(cause, plan.host))
    throw new SessionError(wireFinding(new WireError('cut', 'the conversation failed'), plan.host))
  }
}

/** Says QUIT and does not wait for the answer. */
export function endSession(session: Session): void {
  session.wire.write('QUIT\r\n')
  session.wire.end(session.limits.quitMs)
}
