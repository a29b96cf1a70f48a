/** "Send me a test mail": a real SMTP conversation with our own port, so that what it shows is what the world gets. */
import { randomInt } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import { type Clock, hour } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asLoggedIn, mailboxScope } from '../../identity/access.ts'
import { findScopedMailbox } from '../../identity/email-account/repository.ts'
import { hit } from '../../identity/session/throttle.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'

const perHour = 20
const timeoutMs = 10_000

/** Loaded when it is used: most of the time it is not. */
const loadComposer = async () => (await import('nodemailer/lib/mail-composer/index.js')).default
const loadConnection = async () => (await import('nodemailer/lib/smtp-connection/index.js')).default

type Deps = { db: Db; clock: Clock; site: SiteSettings; smtpPort: () => number; hostname: () => string }

async function compose(to: string, from: string, siteName: string): Promise<Buffer> {
  const code = String(randomInt(100_000, 1_000_000))
  const text = `这是一封测试邮件。\n\n你的验证码是 ${code}，10 分钟内有效。\n\n看到它，说明收信一切正常。\n`
  const html = `<p>这是一封测试邮件。</p><p>你的验证码是 <strong style="font-size:24px;letter-spacing:4px">${code}</strong>，10 分钟内有效。</p><p>看到它，说明收信一切正常。</p>`
  const MailComposer = await loadComposer()
  return new MailComposer({
    from: { name: siteName, address: from },
    to,
    subject: '测试邮件：你的验证码',
    text,
    html,
  })
    .compile()
    .build()
}

async function deliver(port: number, name: string, from: string, to: string, message: Buffer): Promise<void> {
  const SMTPConnection = await loadConnection()
  const connection = new SMTPConnection({
    host: '127.0.0.1',
    port,
    name,
    ignoreTLS: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect(() => {
      connection.send({ from, to: [to] }, message, error => (error ? reject(error) : resolve()))
    })
  }).finally(() => connection.close())
}

/** The port's refusals by their enhanced status code (RFC 3463, section 3.3), for people. */
const refusals: Readonly<Record<string, string>> = {
  '4.2.1': '这个邮箱暂停收信了，恢复后才收得到',
  '4.2.2': '这个邮箱满了，删掉一些邮件再试',
  '5.1.1': '这个邮箱不在了',
  '5.2.1': '这个邮箱已停用或已到期，不再收信',
}

function wordsOf(said: string | undefined): string {
  if (said === undefined) return '收信端口没有回应，请稍后再试'
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(said)?.[1]
  return refusals[status ?? ''] ?? '测试邮件现在收不下，原因见收信记录'
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
          msg: '测试邮件发得太多，请稍后再试',
        })
      }
      const { siteName } = await deps.site.read()
      const from = `postmaster@${mailbox.domain}`
      const message = await compose(mailbox.address, from, siteName)
      try {
        await deliver(deps.smtpPort(), deps.hostname(), from, mailbox.address, message)
      } catch (cause) {
        throw new AppError('busy', { msg: wordsOf((cause as { response?: string }).response), cause })
      }
      return {}
    },
  } satisfies Partial<Handlers>
}
