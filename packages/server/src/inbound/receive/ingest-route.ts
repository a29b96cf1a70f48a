/**
 * Raw mail over HTTP, for those who cannot open port 25: another system (Cloudflare Email Routing, say) hands in the
 * message with a secret. It goes the same way as mail by SMTP: recipients are judged, the message is durable before the
 * answer. `POST /api/ingest`, the message as body, `X-Mail-From` and `X-Rcpt-To` (comma separated) as headers.
 */
import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/app-error.ts'
import { bearerSecret } from '../../kernel/call/bearer-secret.ts'
import { plainAddress } from '../../kernel/client-address.ts'
import { hashToken } from '../../kernel/ids.ts'
import { inboundWords } from '../words/words.ts'
import { readIngested } from './read-ingested.ts'
import { CONTROL } from './smtp/command.ts'
import type { LiveLimits } from './smtp/limits.ts'
import type { MailRoom } from './smtp/mail-room.ts'
import { createMessageSink } from './smtp/message-sink.ts'
import { nullPath, parsePath, type SmtpPath } from './smtp/path.ts'
import { isRefusal, replies, type SmtpReply } from './smtp/reply.ts'
import { ingestProtocol, type SmtpHandler, type SmtpSession } from './smtp/types.ts'

const sameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(wanted)))

/** Octets of a header arrive as Latin-1 characters; addresses outside ASCII are written in UTF-8. */
function headerText(value: string | string[] | undefined): string {
  const given = String(value ?? '')
  const octets = Buffer.from(given, 'latin1')
  return isUtf8(octets) ? octets.toString('utf8') : given
}

function pathOf(address: string, role: 'sender' | 'recipient'): SmtpPath | null {
  if (CONTROL.test(address)) return null
  const result = parsePath(`<${address}>`, role)
  return result.ok && result.rest === '' ? result.path : null
}

const badAddress = (header: string): AppError =>
  new AppError('invalidInput', { fields: { [header]: inboundWords.badAddress } })

function senderOf(value: string | string[] | undefined): SmtpPath {
  const given = headerText(value).trim()
  const path = given === '' || given === '<>' ? nullPath : pathOf(given, 'sender')
  if (path === null) throw badAddress('x-mail-from')
  return path
}

function recipientsOf(value: string | string[] | undefined): SmtpPath[] {
  const given = headerText(value)
    .split(',')
    .map(address => address.trim())
    .filter(address => address !== '')
  if (given.length === 0) throw badAddress('x-rcpt-to')
  return given.map(address => {
    const path = pathOf(address, 'recipient')
    if (path === null) throw badAddress('x-rcpt-to')
    return path
  })
}

/** The answer must show whether a later retry makes sense. */
const refusalFor = (reply: SmtpReply, permanent: 'notFound' | 'badRequest'): AppError =>
  new AppError(reply.code >= 500 ? permanent : 'busy', { msg: words(reply) })

const words = (reply: SmtpReply): string =>
  `${reply.code} ${reply.enhanced ?? ''} ${typeof reply.text === 'string' ? reply.text : reply.text.join(' ')}`

type IngestDeps = { secret: string; handler: SmtpHandler; limits: () => Promise<LiveLimits>; room: MailRoom }

export function bindIngest(app: FastifyInstance, deps: IngestDeps): void {
  if (deps.secret === '') return

  async function take(request: FastifyRequest, from: SmtpPath, to: readonly SmtpPath[], raw: Buffer) {
    const { recipients } = await deps.limits()
    const session: SmtpSession = {
      id: 0,
      remoteAddress: plainAddress(request.ip),
      remotePort: 0,
      localPort: 0,
      greeting: null,
      tls: null,
      user: null,
      protocol: ingestProtocol,
    }
    const params = { size: raw.length, body: null, smtpUtf8: true }
    const accepted: SmtpPath[] = []
    const refused: { address: string; reply: SmtpReply }[] = []
    for (const path of to) {
      const isFull = accepted.length >= recipients
      const reply = isFull
        ? replies.tooManyRecipients
        : await deps.handler.rcpt(session, path, { from, params, recipients: accepted })
      if (isRefusal(reply)) refused.push({ address: path.address, reply })
      else accepted.push(path)
    }
    if (accepted.length === 0) {
      // One who may be reached later keeps the message alive.
      const later = refused.find(({ reply }) => reply.code < 500) ?? refused[0]
      throw later
        ? refusalFor(later.reply, 'notFound')
        : new AppError('notFound', { msg: inboundWords.noRecipient })
    }
    const envelope = { from, recipients: accepted, smtpUtf8: true, body8bit: true, size: raw.length }
    const answer = await deps.handler.data(session, { raw, envelope, senderAsked: true })
    const reply = Array.isArray(answer) ? answer[0] : answer
    if (!reply) throw new AppError('busy', { msg: inboundWords.notTaken })
    if (isRefusal(reply)) throw refusalFor(reply, 'badRequest')
    const told = refused.map(({ address, reply }) => ({ address, reply: words(reply) }))
    return { error: 0, msg: '', accepted: accepted.map(path => path.address), refused: told }
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.post('/api/ingest', {
      async onRequest(request) {
        if (!sameSecret(bearerSecret(request.headers.authorization), deps.secret))
          throw new AppError('notFound')
      },
      async handler(request, reply) {
        const from = senderOf(request.headers['x-mail-from'])
        const to = recipientsOf(request.headers['x-rcpt-to'])
        const { messageBytes } = await deps.limits()
        const sink = createMessageSink({ messageBytes, messageLineBytes: messageBytes }, deps.room)
        try {
          if (Number(request.headers['content-length'] ?? 0) > messageBytes) throw new AppError('tooLarge')
          const raw = await readIngested(request.raw, sink)
          return await take(request, from, to, raw)
        } catch (cause) {
          // The unread rest of the body must not be taken for the next request.
          if (!request.raw.readableEnded) reply.header('connection', 'close')
          throw cause
        } finally {
          sink.release()
        }
      },
    })
    done()
  })
}
