/** Makes the next request when an answer redirects. */
import type { Hop, SentHeaders } from './http-hop.ts'
import { OutsideError } from './outside-error.ts'
import { parseOutsideUrl } from './outside-url.ts'

/** The only headers that go to another host; any other could be a credential. */
const harmlessHeaders: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type'])

/** Returns the next request after a redirect, as the Fetch standard (4.4, HTTP-redirect fetch) makes it. */
export function nextHop(hop: Hop, status: number, target: string): Hop {
  const url = parseOutsideUrl(target, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw new OutsideError('scheme')
  const becomesGet =
    status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST'
  const headers: SentHeaders = {}
  for (const [name, value] of Object.entries(hop.headers)) {
    const goesAlong = url.origin === hop.url.origin || harmlessHeaders.has(name)
    if (goesAlong && !(becomesGet && name.startsWith('content-'))) headers[name] = value
  }
  return becomesGet ? { url, method: 'GET', headers, body: null } : { ...hop, url, headers }
}
