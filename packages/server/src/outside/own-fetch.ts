/**
 * Makes HTTP requests to a server that the operator named in the settings of this machine, such as a scanner.
 * Any address and port is allowed, and the name may be one that only this machine knows. Time and size are
 * bounded as for all others.
 */
import { type Headers, type Method, makeHop, type SentHeaders } from './http-hop.ts'
import { OutsideError } from './outside-error.ts'
import { machineResolver } from './resolve-host.ts'

export type OwnRequest = {
  readonly url: URL
  readonly method: Method
  readonly headers: SentHeaders
  readonly body: Buffer
  readonly maxBytes: number
  readonly timeoutMs: number
}

export type OwnAnswer = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

export async function fetchOwn({ maxBytes, timeoutMs, ...hop }: OwnRequest): Promise<OwnAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const guard = { resolver: machineResolver, isAllowed: () => true, signal }
  const answer = await makeHop(guard, hop, { maxBytes, timeoutMs, overflow: 'refuse' })
  if (answer.redirect !== null) throw new OutsideError('redirects')
  return answer
}
