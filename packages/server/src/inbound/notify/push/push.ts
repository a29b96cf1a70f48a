/**
 * Web Push: tells a browser about a mail, with its code, while none of our pages is open. A browser gets
 * messages as long as the log-in lasts in which it asked for them. Only that browser can read a message (RFC
 * 8291); the push service sees its length. A message is sent once, and once more if the service is busy: it
 * is a hint, and the mail is in its mailbox.
 */
import { createECDH, randomBytes } from 'node:crypto'
import type { MailRow } from '@yanshu/contract'
import type { Db } from '../../../database/types.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Metrics } from '../../../kernel/metrics.ts'
import { sameTurn } from '../../../kernel/same-turn.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { cutText } from '../../../mail/text/cut-text.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { timeOuts } from '../../../outside/time-outs.ts'
import { inboundWords } from '../../words/words.ts'
import { encryptPush, maxPlainBytes } from './encrypt.ts'
import { type PushRow, removeEndpoint, subscriptionsFor } from './repository.ts'
import type { Vapid } from './vapid.ts'

export const authPurpose = 'push-auth'

/** The content of a message for the service worker. */
export type PushNote = {
  title: string
  body: string
  code: string | null
  mailId: string | null
  address: string
}

export type PushDeps = {
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  secrets: Secrets
  fetch: GuardedFetch
  vapid: Vapid
}

export type PushResult = 'sent' | 'gone' | 'failed'

export type Pusher = {
  /** Tells whoever wants to know; never fails and holds nothing up. */
  tell(mailbox: { id: string; ownerId: string | null }, mail: MailRow): void
  send(row: PushRow, note: PushNote): Promise<PushResult>
  stop(): Promise<void>
}

const timeToLiveSeconds = 3600
const maxWaiting = 1000
const againAfterMs = 3000

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${cutText(text, length - 1)}…`

export function noteOf(mail: MailRow): PushNote {
  const sender = cut(mail.from.name || mail.from.address, 60)
  return {
    title: mail.code === null ? sender : inboundWords.codeTitle(mail.code),
    body:
      mail.code === null
        ? cut(mail.subject || inboundWords.noSubject, 120)
        : `${sender} · ${cut(mail.subject, 80)}`,
    code: mail.code,
    mailId: mail.id,
    address: mail.address,
  }
}

/** Cut down until it fits. */
function bytesOf(note: PushNote): Buffer {
  const whole = Buffer.from(JSON.stringify(note))
  return whole.length <= maxPlainBytes ? whole : Buffer.from(JSON.stringify({ ...note, body: '' }))
}

export function createPusher(deps: PushDeps): Pusher {
  const results = deps.metrics.counter('yanshu_push_messages_total', 'Push messages by what became of them.')
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  const wanting = sameTurn((mailboxId: string, ownerId: string | null) =>
    subscriptionsFor(deps.db.query, { id: mailboxId, ownerId }, deps.clock.now()),
  )

  async function once(row: PushRow, note: PushNote): Promise<PushResult | 'busy'> {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const browser = {
      publicKey: Buffer.from(row.public_key, 'base64url'),
      authSecret: Buffer.from(deps.secrets.open(authPurpose, row.auth_secret), 'base64url'),
    }
    const privateKey = ecdh.getPrivateKey()
    const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey])
    const body = encryptPush(bytesOf(note), browser, { privateKey: padded, salt: randomBytes(16) })
    const { status } = await deps.fetch({
      url: row.endpoint,
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization: deps.vapid.authorization(row.endpoint, deps.clock.now()),
        ttl: String(timeToLiveSeconds),
        urgency: note.code === null ? 'normal' : 'high',
      },
      body,
      maxBytes: 10_000,
      overflow: 'cut',
      timeoutMs: timeOuts.push,
      maxRedirects: 0,
      signal: stopped.signal,
    })
    if (status === 404 || status === 410) return 'gone'
    if (status === 429 || status >= 500) return 'busy'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  }

  async function send(row: PushRow, note: PushNote): Promise<PushResult> {
    const tried = async () => once(row, note).catch(() => 'busy' as const)
    let result = await tried()
    if (result === 'busy' && !stopped.signal.aborted) {
      await new Promise(resolve => setTimeout(resolve, againAfterMs).unref())
      result = await tried()
    }
    const outcome = result === 'busy' ? 'failed' : result
    if (outcome === 'gone') await deps.db.transaction(tx => removeEndpoint(tx, row.endpoint))
    results.add({ result: outcome })
    return outcome
  }

  async function tellAll(mailbox: { id: string; ownerId: string | null }, mail: MailRow): Promise<void> {
    const rows = await wanting(mailbox.id, mailbox.ownerId)
    const endpoints = new Set<string>()
    for (const row of rows) {
      // A browser with several log-ins is told once.
      if (endpoints.has(row.endpoint) || (row.only_code === 1 && mail.code === null)) continue
      endpoints.add(row.endpoint)
      await send(row, noteOf(mail))
    }
  }

  return {
    tell(mailbox, mail) {
      if (mail.folder !== 'inbox' || mail.read || running.size >= maxWaiting || stopped.signal.aborted) return
      const work = tellAll(mailbox, mail)
        .catch((cause: unknown) => deps.log.warn({ err: cause }, 'a push message was not sent'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    send,
    async stop() {
      stopped.abort()
      await Promise.allSettled(running)
    },
  }
}
