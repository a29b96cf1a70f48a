/** The AUTHORIZATION state: CAPA (RFC 2449), STLS (RFC 2595 section 4), USER and PASS (RFC 1939 section 7), AUTH PLAIN (RFC 5034). */
import { isUtf8 } from 'node:buffer'
import { ask, giveUp, ok, type Pop3Session, refuse, refuseAndClose } from './session.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const CONTINUE = '+ \r\n'

const needsTls = 'Encryption required, use STLS first'

export function capa(s: Pop3Session): void {
  const offers = ['TOP', 'UIDL', 'PIPELINING', 'RESP-CODES', 'AUTH-RESP-CODE']
  if (s.isSecure) offers.push('USER', 'SASL PLAIN')
  else if (s.tlsContext() !== null) offers.push('STLS')
  ok(s, 'Capabilities follow')
  s.wire.sendText(`${offers.join('\r\n')}\r\n.\r\n`)
}

export async function stls(s: Pop3Session): Promise<void> {
  if (s.isSecure) return refuse(s, 'TLS is already active')
  const context = s.tlsContext()
  if (context === null) return refuse(s, '[SYS/TEMP] TLS is not available at the moment')
  // Sent in the clear behind STLS, perhaps by somebody on the way: must not be taken as said under TLS.
  if (s.wire.pending() > 0) return refuseAndClose(s, 'You must wait for my answer')
  ok(s, 'Begin TLS')
  const encrypted = await s.wire.secure(context, s.limits.handshakeMs, s.tlsContext)
  if (encrypted === null) {
    s.over = true
    return
  }
  s.isSecure = true
  s.username = null
}

/** The answer is the same for every name; only the password decides. */
export function user(s: Pop3Session, argument: string): void {
  if (!s.isSecure) refuse(s, needsTls)
  else if (argument === '') refuse(s, 'Syntax: USER address')
  else {
    s.username = argument
    ok(s, 'Password please')
  }
}

/** The password is all that stands after the first space, spaces included (RFC 1939 section 7). */
export async function pass(s: Pop3Session, argument: string): Promise<void> {
  const { username } = s
  s.username = null
  if (!s.isSecure) return refuse(s, needsTls)
  if (username === null) return refuse(s, 'USER first')
  await signIn(s, username, argument)
}

export async function auth(s: Pop3Session, argument: string): Promise<void> {
  if (!s.isSecure) return refuse(s, needsTls)
  const [mechanism = '', initial, ...more] = argument.split(' ')
  if (mechanism.toUpperCase() !== 'PLAIN' || more.length > 0) return refuse(s, 'Mechanism not supported')
  const encoded = initial ?? (await answerTo(s))
  if (encoded === null) return
  // RFC 5034 section 4: an empty first answer is written as "=".
  const text = encoded === '=' ? '' : encoded
  const octets = BASE64.test(text) ? Buffer.from(text, 'base64') : null
  if (octets === null || !isUtf8(octets)) return refuse(s, 'Cannot decode base64')
  const [authzid, username, password, ...rest] = octets.toString('utf8').split('\0')
  if (authzid === undefined || !username || password === undefined || rest.length > 0)
    return refuse(s, 'Cannot decode base64')
  // Nobody may act for somebody else here.
  if (authzid !== '' && authzid !== username) return fail(s)
  await signIn(s, username, password)
}

/** Returns the client's answer after it was asked to continue; null when there was none. */
async function answerTo(s: Pop3Session): Promise<string | null> {
  s.wire.sendText(CONTINUE)
  const { authLineBytes, discardBytes, strangerMs } = s.limits
  const got = await s.wire.readLine({ bytes: authLineBytes, discard: discardBytes, ms: strangerMs })
  if (got.kind === 'too-long') refuse(s, 'Line too long')
  else if (got.kind === 'endless') refuseAndClose(s, 'Line too long')
  else if (got.kind !== 'line') giveUp(s, got)
  if (got.kind !== 'line') return null
  const text = got.octets.toString('latin1')
  if (text !== '*') return text
  refuse(s, 'Authentication cancelled')
  return null
}

async function signIn(s: Pop3Session, username: string, password: string): Promise<void> {
  const asked = await ask(s, () => s.handler.signIn({ username, password, client: s.client }))
  if (asked === null) return
  const { answer } = asked
  switch (answer.kind) {
    case 'wrong':
      return fail(s)
    case 'later':
      return fail(s, '[SYS/TEMP] Too many attempts, try again later')
    case 'inUse':
      return refuse(s, '[IN-USE] Too many sessions of this mailbox')
    case 'open':
      s.maildrop = answer.maildrop
      ok(s, `Maildrop has ${answer.maildrop.mails.length} messages`)
  }
}

/** A wrong guess; the last one allowed ends the connection. */
function fail(s: Pop3Session, text = '[AUTH] Address or password is wrong'): void {
  s.authFailures++
  refuse(s, text)
  if (s.authFailures >= s.limits.authFailures) s.over = true
}
