/** What becomes of a request that is told to go elsewhere. */
import type { Headers, Hop } from './dial.ts'
import { OutsideError } from './outside-error.ts'
import { parseOutsideUrl } from './outside-url.ts'

/** All that goes along to another host: anything else could be a credential. */
const harmlessHeaders: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type'])

/** The next request after a redirect, as the Fetch standard (4.4, HTTP-redirect fetch) makes it. */
export function nextHop(hop: Hop, status: number, target: string): Hop {
  const url = parseOutsideUrl(target, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw new OutsideError('scheme')
  const becomesGet =
    status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST'
  const headers: Headers = {}
  for (const [name, value] of Object.entries(hop.headers)) {
    const goesAlong = url.origin === hop.url.origin || harmlessHeaders.has(name)
    if (goesAlong && !(becomesGet && name.startsWith('content-'))) headers[name] = value
  }
  return becomesGet ? { url, method: 'GET', headers, body: null } : { ...hop, url, headers }
}
