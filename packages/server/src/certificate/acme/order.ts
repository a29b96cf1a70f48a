/**
 * Takes one order from its beginning, or from wherever it was left, to a certificate (RFC 8555, section 7.4). The address
 * of an order is kept before anything is done for it, so that a killed program goes on with the same order.
 */
import type { KeyObject } from 'node:crypto'
import { makeSigningRequest } from '../der/signing-request.ts'
import type { AcmeAnswer, AcmeClient } from './acme-client.ts'
import { AcmeProblem, AcmeSilence, problemOf } from './acme-fault.ts'
import { base64url, keyAuthorization } from './jws.ts'

export const ways = ['http', 'dns'] as const
export type Way = (typeof ways)[number]

/** The authority takes longer than we wait now; the order goes on later. */
export class OrderUnderWay extends Error {}

export type Proof = { way: Way; token: string; authorization: string }

export type OrderDeps = {
  client: AcmeClient
  account: { url: string; key: KeyObject }
  name: string
  way: Way
  /** The key of the certificate. */
  key: KeyObject
  /** Puts the proof where the authority looks; returns how to take it away. */
  show(proof: Proof): Promise<() => Promise<void>>
  keepUrl(url: string): Promise<void>
  /** Waits; throws when the program stops. */
  pause(ms: number): Promise<void>
}

type Body = AcmeAnswer['body']
type Challenge = { type?: unknown; url?: unknown; token?: unknown; status?: unknown; error?: unknown }

const polls = 40
const firstPauseMs = 400
const longestPauseMs = 10_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export async function runOrder(deps: OrderDeps, begunAt: string): Promise<string> {
  const { client, account } = deps
  const post = (url: string, payload: unknown) => client.post(account.url, url, payload)

  /** Asks until the state is another one. */
  async function poll(url: string, isOver: (body: Body) => boolean): Promise<Body> {
    let pauseMs = firstPauseMs
    for (let asked = 0; asked < polls; asked++) {
      const { body, retryAfterMs } = await post(url, null)
      if (isOver(body)) return body
      await deps.pause(Math.min(Math.max(retryAfterMs ?? pauseMs, firstPauseMs), longestPauseMs))
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
    }
    throw new OrderUnderWay()
  }

  async function prove(url: string): Promise<void> {
    const { body } = await post(url, null)
    if (body.status === 'valid') return
    const challenge = challengeOf(body, deps.way)
    if (body.status !== 'pending' || challenge.status === 'invalid') throw refusalOf(body, deps.way)
    const token = textOf(challenge.token)
    // It becomes part of a path and of a record.
    if (!/^[\w-]{1,200}$/.test(token)) throw new AcmeSilence('a token that is none')
    const authorization = keyAuthorization(token, account.key)
    const takeAway = await deps.show({ way: deps.way, token, authorization })
    try {
      if (challenge.status === 'pending') await post(textOf(challenge.url), {})
      const judged = await poll(url, ({ status }) => status !== 'pending')
      if (judged.status !== 'valid') throw refusalOf(judged, deps.way)
    } finally {
      await takeAway()
    }
  }

  let url = begunAt
  if (url === '') {
    const { newOrder } = await client.directory()
    const made = await post(newOrder, { identifiers: [{ type: 'dns', value: deps.name }] })
    url = made.location
    if (url === '') throw new AcmeSilence('an order without an address')
    await deps.keepUrl(url)
  }
  let order = (await post(url, null)).body
  if (order.status === 'pending') {
    for (const authorization of listOf(order.authorizations)) await prove(textOf(authorization))
    order = await poll(url, ({ status }) => status !== 'pending')
  }
  if (order.status === 'ready') {
    const csr = base64url(makeSigningRequest(deps.name, deps.key))
    await post(textOf(order.finalize), { csr })
    order = await poll(url, ({ status }) => status !== 'ready' && status !== 'processing')
  } else if (order.status === 'processing') {
    order = await poll(url, ({ status }) => status !== 'processing')
  }
  if (order.status !== 'valid') throw problemOf(order.error, 0, null)
  return (await post(textOf(order.certificate), null)).text
}

function challengeOf(body: Body, way: Way): Challenge {
  const offered = listOf(body.challenges) as Challenge[]
  const found = offered.find(({ type }) => type === `${way}-01`)
  if (!found) throw new AcmeProblem({ type: 'noSuchWay', said: `${way}-01`, status: 0, retryAfterMs: null })
  return found
}

function refusalOf(body: Body, way: Way): AcmeProblem {
  const failed = (listOf(body.challenges) as Challenge[]).find(({ error }) => error !== undefined)
  return problemOf(failed?.error ?? { detail: `${way}-01: ${textOf(body.status)}` }, 0, null)
}
