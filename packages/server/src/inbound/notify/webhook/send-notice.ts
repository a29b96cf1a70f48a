/** One try to tell one hook something, the same for a queued delivery and for a test. It writes nothing down. */
import type { Clock } from '../../../clock.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import type { Secrets } from '../../../secrets.ts'
import { snippetOf, wasTaken } from './judge-answer.ts'
import { hookRequest } from './payloads.ts'
import { type Notice, secretPurpose, type WebhookRow } from './webhook.ts'

const timeoutMs = 10_000
/** Enough for what any robot says; a longer answer is cut off and counts all the same. */
const maxAnswerBytes = 16 * 1024

export type SendDeps = { clock: Clock; secrets: Secrets; fetch: GuardedFetch }

export type SendResult = {
  readonly ok: boolean
  /** Null when there was no answer. */
  readonly status: number | null
  readonly detail: string
  readonly ms: number
}

function openSecret(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.open(secretPurpose, sealed)
  } catch {
    return null
  }
}

export async function sendNotice(
  deps: SendDeps,
  hook: WebhookRow,
  sending: { notice: Notice; deliveryId: string; signal?: AbortSignal },
): Promise<SendResult> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  // Only our own format is signed; the robots have no use for it.
  const secret = hook.kind === 'generic' ? openSecret(deps.secrets, hook.secret) : ''
  // The master key of the site was changed.
  if (secret === null) return { ok: false, status: null, detail: '签名密钥已失效，请重新生成', ms: ms() }
  const timestamp = Math.floor(deps.clock.now() / 1000)
  const target = { kind: hook.kind, url: hook.url, chatId: hook.chat_id }
  const request = hookRequest(target, sending.notice, { secret, timestamp, deliveryId: sending.deliveryId })
  try {
    const { status, body } = await deps.fetch({
      ...request,
      method: 'POST',
      maxBytes: maxAnswerBytes,
      overflow: 'cut',
      timeoutMs,
      // Followed, a POST would mostly arrive as an empty GET and look delivered.
      maxRedirects: 0,
      ...(sending.signal ? { signal: sending.signal } : {}),
    })
    const text = body.toString('utf8')
    const ok = wasTaken(hook.kind, status, text)
    const redirects = status >= 300 && status < 400
    return { ok, status, detail: redirects ? '对方要求跳转，请填写最终的地址' : snippetOf(text), ms: ms() }
  } catch (cause) {
    if (!(cause instanceof OutsideError)) throw cause
    return { ok: false, status: null, detail: cause.message, ms: ms() }
  }
}
