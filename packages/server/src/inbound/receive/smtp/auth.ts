/** AUTH PLAIN (RFC 4616) and LOGIN within RFC 4954: the exchange only. Whether the credentials are right is for the handler to say. */
import { isUtf8 } from 'node:buffer'
import { answer, ask, type Connection, giveUp, refuse, refuseAndClose } from './connection.ts'
import { replies, type SmtpReply } from './reply.ts'
import type { AuthMechanism, AuthVerdict } from './types.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const ARGUMENT = /^([A-Za-z0-9_-]{1,20})(?: +([!-~]+))?$/
/** "Username:" and "Password:". */
const ASK_USERNAME: SmtpReply = { code: 334, text: 'VXNlcm5hbWU6' }
const ASK_PASSWORD: SmtpReply = { code: 334, text: 'UGFzc3dvcmQ6' }
const ASK_PLAIN: SmtpReply = { code: 334, text: '' }

export async function auth(c: Connection, argument: string): Promise<void> {
  const refusal = whyNoAuth(c)
  if (refusal !== null) {
    return refuse(c, refusal === replies.authNeedsTls ? 'auth-without-tls' : 'sequence', refusal)
  }
  const match = ARGUMENT.exec(argument)
  const mechanism = match?.[1]?.toUpperCase()
  const initial = match?.[2] ?? null
  if (mechanism === 'PLAIN') await plain(c, initial)
  else if (mechanism === 'LOGIN') await login(c, initial)
  else refuse(c, 'auth-syntax', replies.unknownMechanism)
}

function whyNoAuth(c: Connection): SmtpReply | null {
  if (c.handler.auth === undefined) return replies.notImplemented
  if (c.session.tls === null) return replies.authNeedsTls
  if (c.session.greeting === null) return replies.greetFirst
  if (c.session.user !== null) return replies.signedInAlready
  return c.transaction === null ? null : replies.nested
}

async function plain(c: Connection, initial: string | null): Promise<void> {
  const text = await response(c, ASK_PLAIN, initial)
  if (text === null) return
  const [authzid, username, password, ...more] = text.split('\0')
  if (authzid === undefined || !username || password === undefined || more.length > 0) {
    return refuse(c, 'auth-syntax', replies.badBase64)
  }
  // Nobody may act for somebody else here.
  if (authzid !== '' && authzid !== username) return fail(c, replies.authFailed, 'auth-identity')
  await signIn(c, 'PLAIN', username, password)
}

async function login(c: Connection, initial: string | null): Promise<void> {
  const username = await response(c, ASK_USERNAME, initial)
  if (username === null) return
  const password = await response(c, ASK_PASSWORD, null)
  if (password !== null) await signIn(c, 'LOGIN', username, password)
}

/** One decoded answer of the client; null when it was refused, cancelled or never came. */
async function response(c: Connection, question: SmtpReply, initial: string | null): Promise<string | null> {
  let encoded = initial === '=' ? '' : initial
  if (encoded === null) {
    answer(c, question)
    const { authLineBytes, discardBytes, commandMs } = c.limits
    const got = await c.wire.readLine({ bytes: authLineBytes, discard: discardBytes, ms: commandMs })
    if (got.kind === 'too-long') refuse(c, 'auth-syntax', replies.authLineTooLong)
    else if (got.kind === 'endless') refuseAndClose(c, 'auth-syntax', replies.authLineTooLong)
    else if (got.kind !== 'line') giveUp(c, got, 'command-timeout')
    if (got.kind !== 'line') return null
    encoded = got.octets.toString('latin1')
    if (encoded === '*') {
      refuse(c, 'auth-syntax', replies.authCancelled)
      return null
    }
  }
  const octets = BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : null
  if (octets !== null && isUtf8(octets)) return octets.toString('utf8')
  refuse(c, 'auth-syntax', replies.badBase64)
  return null
}

async function signIn(
  c: Connection,
  mechanism: AuthMechanism,
  username: string,
  password: string,
): Promise<void> {
  const check = c.handler.auth
  if (check === undefined) return
  const verdict: AuthVerdict | SmtpReply = await ask(c, () =>
    check.call(c.handler, c.session, mechanism, { username, password }),
  )
  if ('code' in verdict) return answer(c, verdict)
  if (!verdict.ok) return fail(c, verdict.reply ?? replies.authFailed, null)
  c.session.user = verdict.user
  answer(c, replies.signedIn)
}

/** A wrong guess; the last one allowed ends the connection. */
function fail(c: Connection, given: SmtpReply, reason: 'auth-identity' | null): void {
  c.authFailures++
  if (c.authFailures >= c.limits.authFailures) {
    refuseAndClose(c, 'too-many-auth-failures', replies.tooManyAuthFailures)
  } else if (reason === null) {
    answer(c, given)
  } else {
    refuse(c, reason, given)
  }
}
