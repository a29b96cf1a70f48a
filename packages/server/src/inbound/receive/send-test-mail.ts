/** "Send me a test mail": a real SMTP conversation with our own port, so that what it shows is what the world gets. */
import { randomInt } from 'node:crypto'
import type { Db } from '../../database/types.ts'
import { asLoggedIn, mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { type Clock, hour } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { findScopedMailbox } from '../../mailbox/account/mailboxes.ts'
import { answerText, type Reply } from '../../outside/smtp/reply.ts'
import { openWire } from '../../outside/smtp/wire.ts'
import { toWireMessage } from '../../outside/smtp/wire-message.ts'
import { smtpTimeOuts, timeOuts } from '../../outside/time-outs.ts'
import { inboundWords } from '../words/words.ts'
import { writeSiteLetter } from './site-letter.ts'

const perHour = 20

/** `header` is what the port expects of this machine before anything else. */
type Deps = {
  db: Db
  clock: Clock
  site: SiteSettings
  smtpPort: () => number
  hostname: () => string
  header: string
}

class Refused extends Error {
  readonly status: string
  constructor(reply: Reply) {
    super(answerText(reply))
    this.status = reply.status ?? ''
  }
}

async function deliver(deps: Deps, from: string, to: string, raw: Buffer): Promise<void> {
  const wire = await openWire({ ip: '127.0.0.1', port: deps.smtpPort() }, timeOuts.testMail)
  async function say(octets: string | Buffer, wanted: number): Promise<void> {
    wire.write(octets)
    const reply = await wire.reply(timeOuts.testMail)
    if (reply.code !== wanted) throw new Refused(reply)
  }
  try {
    await say(deps.header, 220)
    await say(`EHLO ${deps.hostname()}\r\n`, 250)
    await say(`MAIL FROM:<${from}>\r\n`, 250)
    await say(`RCPT TO:<${to}>\r\n`, 250)
    await say('DATA\r\n', 354)
    await say(toWireMessage(raw).octets, 250)
    wire.write('QUIT\r\n')
  } finally {
    wire.end(smtpTimeOuts.quitMs)
  }
}

/** The port's refusals by their enhanced status code (RFC 3463, section 3.3), for people. */
const refusals: Readonly<Record<string, string>> = {
  '4.2.1': inboundWords.refusedPaused,
  '4.2.2': inboundWords.refusedFull,
  '5.1.1': inboundWords.refusedGone,
  '5.2.1': inboundWords.refusedEnded,
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Refused)) return inboundWords.portSilent
  return refusals[cause.status] ?? inboundWords.refusedOtherwise
}

export function testMailRoutes(deps: Deps) {
  return {
    async sendTestMail({ body, caller }) {
      const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(asLoggedIn(caller)), body.mailbox)
      if (!mailbox) throw new AppError('notFound')
      const now = deps.clock.now()
      const { count, secondsLeft } = await deps.db.transaction(tx =>
        hit(tx, `test-mail:${mailbox.id}`, hour, now),
      )
      if (count > perHour) {
        throw new AppError('tooMany', {
          retryAfter: secondsLeft,
          msg: inboundWords.tooManyTestMails,
        })
      }
      const letter = inboundWords.testMail(String(randomInt(100_000, 1_000_000)))
      const { siteName } = await deps.site.read()
      const { from, raw } = await writeSiteLetter({ siteName, to: mailbox.address, ...letter }, now)
      try {
        await deliver(deps, from, mailbox.address, raw)
      } catch (cause) {
        throw new AppError('busy', { msg: wordsOf(cause), cause })
      }
      return {}
    },
  } satisfies Partial<Handlers>
}
