/**
 * Speaks with an authority (RFC 8555): its directory, nonces and signed requests. Every request goes the program's one
 * way out. It keeps no state beyond its life and takes no decision about when to try again, except that a nonce
 * that was refused is replaced at once.
 */
import type { KeyObject } from 'node:crypto'
import type { GuardedFetch, OutsideAnswer } from '../../outside/guarded-fetch.ts'
import { timeOuts } from '../../outside/time-outs.ts'
import { AcmeProblem, AcmeSilence, cleanWords, problemOf } from './acme-fault.ts'
import { bindExternalAccount, jwkOf, signRequest } from './jws.ts'

export type Directory = {
  readonly newNonce: string
  readonly newAccount: string
  readonly newOrder: string
  readonly needsBinding: boolean
}

export type AcmeAnswer = {
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
  readonly location: string
  readonly retryAfterMs: number | null
}

export type Binding = { readonly kid: string; readonly hmac: string }

export type AcmeClient = {
  directory(): Promise<Directory>
  /** Returns the address of the account that this key has, after opening one when there is none. */
  openAccount(wish: { contact: string; binding: Binding | null }): Promise<string>
  /** As the account; `null` asks for what is there. */
  post(account: string, url: string, payload: unknown): Promise<AcmeAnswer>
}

const maxBytes = 256 * 1024
const badNonceTries = 12
const longestWaitMs = 7 * 24 * 3600 * 1000

/** RFC 9110, section 10.2.3: seconds or a date. */
export function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : null
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function createAcmeClient(deps: {
  fetch: GuardedFetch
  directoryUrl: string
  key: KeyObject
  now: () => number
  signal: AbortSignal
}): AcmeClient {
  const { key } = deps
  const nonces: string[] = []
  let known: Directory | null = null

  async function call(request: Pick<Parameters<GuardedFetch>[0], 'url' | 'method' | 'headers' | 'body'>) {
    const limits = { maxBytes, timeoutMs: timeOuts.authority, maxRedirects: 0, signal: deps.signal }
    let answer: OutsideAnswer
    try {
      answer = await deps.fetch({ ...request, ...limits })
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new AcmeSilence(cleanWords(`${new URL(request.url).host}: ${why}`), { cause })
    }
    const nonce = answer.headers['replay-nonce']
    if (nonce !== undefined && /^[\w-]{1,200}$/.test(nonce)) nonces.push(nonce)
    return answer
  }

  function refused(answer: OutsideAnswer): AcmeProblem | AcmeSilence {
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], deps.now())
    const isProblem = answer.headers['content-type']?.includes('problem+json') ?? false
    return isProblem
      ? problemOf(parse(answer.body.toString()), answer.status, retryAfterMs)
      : new AcmeSilence(`HTTP ${answer.status}`)
  }

  async function directory(): Promise<Directory> {
    if (known) return known
    const answer = await call({ url: deps.directoryUrl, method: 'GET' })
    if (answer.status !== 200) throw refused(answer)
    const { newNonce, newAccount, newOrder, meta } = parse(answer.body.toString())
    if (typeof newNonce !== 'string' || typeof newAccount !== 'string' || typeof newOrder !== 'string')
      throw new AcmeSilence('this is no directory of ACME')
    const needsBinding = (meta as { externalAccountRequired?: unknown } | undefined)?.externalAccountRequired
    known = { newNonce, newAccount, newOrder, needsBinding: needsBinding === true }
    return known
  }

  async function nonce(): Promise<string> {
    const kept = nonces.pop()
    if (kept !== undefined) return kept
    const answer = await call({ url: (await directory()).newNonce, method: 'HEAD' })
    const fresh = nonces.pop()
    if (fresh === undefined) throw refused(answer)
    return fresh
  }

  async function send(url: string, who: Record<string, unknown>, payload: unknown): Promise<AcmeAnswer> {
    for (let tries = 1; ; tries++) {
      const body = JSON.stringify(signRequest(key, { ...who, nonce: await nonce(), url }, payload))
      const headers = { 'content-type': 'application/jose+json' }
      const answer = await call({ url, method: 'POST', headers, body })
      if (answer.status >= 200 && answer.status < 300) {
        const text = answer.body.toString()
        const retryAfterMs = readRetryAfter(answer.headers['retry-after'], deps.now())
        return { body: parse(text), text, location: answer.headers.location ?? '', retryAfterMs }
      }
      const problem = refused(answer)
      const again = problem instanceof AcmeProblem && problem.type === 'badNonce' && tries < badNonceTries
      if (!again) throw problem
    }
  }

  return {
    directory,
    async openAccount({ contact, binding }) {
      const { newAccount, needsBinding } = await directory()
      if (needsBinding && binding === null)
        throw new AcmeProblem({
          ...{ type: 'externalAccountRequired', said: '', status: 0, retryAfterMs: null },
        })
      const answer = await send(
        newAccount,
        { jwk: jwkOf(key) },
        {
          termsOfServiceAgreed: true,
          ...(contact === '' ? {} : { contact: [`mailto:${contact}`] }),
          ...(binding && {
            externalAccountBinding: bindExternalAccount(key, { ...binding, url: newAccount }),
          }),
        },
      )
      if (answer.location === '') throw new AcmeSilence('an account without an address')
      return answer.location
    },
    post: (account, url, payload) => send(url, { kid: account }, payload),
  }
}
