/** Asks rspamd over its HTTP protocol (POST /checkv2): the envelope goes in headers, the message as it is. */
import { timeOuts } from '../../../outside/time-outs.ts'
import type { Scan } from './opinion.ts'

const maxAnswerBytes = 256 * 1024
const maxRules = 20

/** rspamd's own scale depends on how it is set up; what it would do is what counts. */
const pointsOf: Readonly<Record<string, number>> = {
  reject: 10,
  'rewrite subject': 6,
  'add header': 6,
  'soft reject': 1,
  greylist: 1,
}

const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500)

type RspamdAnswer = { action?: unknown; symbols?: unknown }

function namesOf(symbols: unknown): string[] {
  if (typeof symbols !== 'object' || symbols === null) return []
  return Object.entries(symbols as Record<string, { score?: unknown }>)
    .filter(([, symbol]) => typeof symbol?.score === 'number' && symbol.score > 0)
    .map(([name]) => `rspamd:${name.slice(0, 60)}`)
    .slice(0, maxRules)
}

export function askRspamd(url: string, password: string): Scan {
  const address = new URL('checkv2', url.endsWith('/') ? url : `${url}/`)
  return async (raw, envelope) => {
    // Most sites have no rspamd, and their threads need no HTTP client.
    const { fetchOwn } = await import('../../../outside/own-fetch.ts')
    const { status, body } = await fetchOwn({
      url: address,
      method: 'POST',
      headers: {
        ip: headerText(envelope.client),
        helo: headerText(envelope.helo),
        from: headerText(envelope.from),
        'queue-id': headerText(envelope.id),
        rcpt: envelope.recipients.slice(0, 50).map(({ given }) => headerText(given)),
        ...(password === '' ? {} : { password }),
      },
      body: raw,
      maxBytes: maxAnswerBytes,
      timeoutMs: timeOuts.rspamd,
    })
    if (status !== 200) throw new Error(`rspamd answered ${status}`)
    const { action, symbols } = JSON.parse(body.toString('utf8')) as RspamdAnswer
    const points = typeof action === 'string' ? (pointsOf[action] ?? 0) : 0
    return { points, rules: points > 0 ? namesOf(symbols) : [] }
  }
}
