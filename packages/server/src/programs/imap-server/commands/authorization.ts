/** Who comes: CAPABILITY, ID, STARTTLS, LOGIN, AUTHENTICATE PLAIN and ENABLE. */
import { isUtf8 } from 'node:buffer'
import type { ImapCommand } from '../../../mail/imap/command/command.ts'
import { capabilities } from '../session/capabilities.ts'
import { bad, giveUp, handOver, type ImapSession, no, type Outcome, ok, say } from '../session/session.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const needsTls = no('[PRIVACYREQUIRED] Encryption required, use STARTTLS first')
const wrong = no('[AUTHENTICATIONFAILED] Address or password is wrong')

export function capability(s: ImapSession): Outcome {
  say(s, `* CAPABILITY ${capabilities(s)}`)
  return ok('Done')
}

export function identify(s: ImapSession): Outcome {
  say(s, '* ID ("name" "Yanshu")')
  return ok('Done')
}

/** Answers by itself: what follows the answer is encrypted. */
export async function startTls(s: ImapSession, tag: string): Promise<Outcome | null> {
  if (s.isSecure) return bad('TLS is already active')
  const context = s.tlsContext()
  if (context === null) return no('[UNAVAILABLE] TLS is not available at the moment')
  // Sent in the clear behind STARTTLS, perhaps by somebody on the way: must not be taken as said under TLS.
  if (s.reader.takeRest().length > 0 || s.wire.pending() > 0) {
    s.over = true
    return bad('You must wait for my answer')
  }
  say(s, `${tag} OK Begin TLS`)
  handOver(s)
  const encrypted = await s.wire.secure(context, s.limits.handshakeMs, s.tlsContext)
  if (encrypted === null) s.over = true
  s.isSecure = true
  return null
}

export function login(s: ImapSession, given: { username: string; password: string }): Promise<Outcome> {
  return signIn(s, given.username, given.password)
}

export async function authenticate(
  s: ImapSession,
  { mechanism, initial }: ImapCommand & { name: 'authenticate' },
): Promise<Outcome> {
  if (!s.isSecure) return needsTls
  if (mechanism.toUpperCase() !== 'PLAIN') return no('[CANNOT] Mechanism not supported')
  const encoded = initial ?? (await answerTo(s))
  if (encoded === null) return bad('Line too long')
  if (encoded === '*') return bad('Authentication cancelled')
  // RFC 4959 section 3: an empty first answer is written as "=".
  const text = encoded === '=' ? '' : encoded
  const octets = BASE64.test(text) ? Buffer.from(text, 'base64') : null
  if (octets === null || !isUtf8(octets)) return bad('Cannot decode base64')
  const [authzid, username, password, ...rest] = octets.toString('utf8').split('\0')
  if (authzid === undefined || !username || password === undefined || rest.length > 0)
    return bad('Cannot decode base64')
  // Nobody may act for somebody else here.
  if (authzid !== '' && authzid !== username) return fail(s)
  return signIn(s, username, password)
}

/** Returns the client's answer after it was asked to continue; null when it is too long or there is none. */
async function answerTo(s: ImapSession): Promise<string | null> {
  say(s, '+ ')
  handOver(s)
  const until = performance.now() + s.limits.strangerMs
  for (;;) {
    const line = s.reader.nextLine()
    if (line === 'tooLong') return null
    if (line !== null) return line
    const got = await s.wire.readOctets({
      bytes: s.limits.strangersBytes,
      ms: Math.max(1, until - performance.now()),
      stopsWhenClosing: true,
    })
    if (got.kind !== 'octets') {
      giveUp(s, got)
      return null
    }
    s.reader.push(got.octets)
  }
}

async function signIn(s: ImapSession, username: string, password: string): Promise<Outcome> {
  if (!s.isSecure) return needsTls
  const found = await s.handler.signIn({ username, password, client: s.client })
  switch (found.kind) {
    case 'wrong':
      return fail(s)
    case 'later':
      fail(s)
      return no('[LIMIT] Too many attempts, try again later')
    case 'inUse':
      return no('[LIMIT] Too many sessions of this mailbox')
    case 'open':
      s.account = found.account
      s.unlisten = found.account.listen(() => {
        s.isStirred = true
        s.wire.wake()
      })
      return ok(`[CAPABILITY ${capabilities(s)}] Welcome`)
  }
}

/** A wrong guess; the last one allowed ends the connection. */
function fail(s: ImapSession): Outcome {
  s.authFailures++
  if (s.authFailures >= s.limits.authFailures) s.over = true
  return wrong
}

/** RFC 5161. What cannot be switched on is passed over. */
export function enable(s: ImapSession, names: readonly string[]): Outcome {
  const done: string[] = []
  const now = s.enabled
  for (const name of names.map(given => given.toUpperCase())) {
    if (name === 'IMAP4REV2') now.rev2 = true
    else if (name === 'UTF8=ACCEPT') now.utf8 = true
    else if (name === 'CONDSTORE') now.condstore = true
    else if (name === 'QRESYNC') {
      now.qresync = true
      now.condstore = true
    } else continue
    done.push(name === 'IMAP4REV2' ? 'IMAP4rev2' : name)
  }
  say(s, `* ENABLED${done.map(name => ` ${name}`).join('')}`)
  return ok('Done')
}
