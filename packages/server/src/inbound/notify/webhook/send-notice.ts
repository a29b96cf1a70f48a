/** One try to tell one hook something, the same for a queued delivery and for a test. It writes nothing down. */
import type { Clock } from '../../../kernel/clock.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { type Fact, fact } from '../../../ledger/fact/fact.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import { timeOuts } from '../../../outside/time-outs.ts'
import type { HookWays } from './hook-ways.ts'
import { snippetOf, wasTaken } from './judge-answer.ts'
import { hookRequest } from './payloads.ts'
import { type Notice, type OwnedHook, secretPurpose } from './webhook.ts'

/** Enough for what any robot says; a longer answer is cut off and counts all the same. */
const maxAnswerBytes = 16 * 1024

export type SendDeps = { clock: Clock; secrets: Secrets; ways: HookWays }

export type SendResult = {
  readonly ok: boolean
  /** Null when there was no answer. */
  readonly status: number | null
  readonly detail: Fact
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
  hook: OwnedHook,
  sending: { notice: Notice; deliveryId: string; signal?: AbortSignal },
): Promise<SendResult> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  // Only our own format is signed; the robots have no use for it.
  const secret = hook.kind === 'generic' ? openSecret(deps.secrets, hook.secret) : ''
  // The master key of the site was changed.
  if (secret === null) return { ok: false, status: null, detail: fact('hookSecretLost', {}), ms: ms() }
  const timestamp = Math.floor(deps.clock.now() / 1000)
  const target = { kind: hook.kind, url: hook.url, chatId: hook.chat_id }
  const request = hookRequest(target, sending.notice, { secret, timestamp, deliveryId: sending.deliveryId })
  try {
    const { status, body } = await deps.ways(hook.owner_role).fetch({
      ...request,
      method: 'POST',
      maxBytes: maxAnswerBytes,
      overflow: 'cut',
      timeoutMs: timeOuts.webhook,
      // Followed, a POST would mostly arrive as an empty GET and look delivered.
      maxRedirects: 0,
      ...(sending.signal ? { signal: sending.signal } : {}),
    })
    const text = body.toString('utf8')
    const ok = wasTaken(hook.kind, status, text)
    const redirects = status >= 300 && status < 400
    const detail = redirects ? fact('hookRedirects', {}) : fact('hookAnswered', { text: snippetOf(text) })
    return { ok, status, detail, ms: ms() }
  } catch (cause) {
    if (!(cause instanceof OutsideError)) throw cause
    return { ok: false, status: null, detail: fact('hookNotReached', { reason: cause.reason }), ms: ms() }
  }
}
