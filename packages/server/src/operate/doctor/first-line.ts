import { dialHost } from '../../outside/addresses.ts'
import { OutsideError } from '../../outside/outside-error.ts'
import type { HostResolver } from '../../outside/resolve-host.ts'
import { timeOuts } from '../../outside/time-outs.ts'

export type Door = {
  readonly host: string
  readonly port: number
  /** Said first; empty to wait for the server. */
  readonly request?: string
  readonly tls?: boolean
  /** Said before anything else, TLS included. */
  readonly header?: string
}

const maxLength = 1000

/**
 * The first line a server says, or what it says to a request; null when it says nothing. The doctor goes wherever the
 * operator points, and rejects with an OutsideError where nobody is.
 */
export async function firstLine(
  resolver: HostResolver,
  { host, port, request = '', tls = false, header = '' }: Door,
): Promise<string | null> {
  const socket = await dialHost({ resolver, isAllowed: () => true }, host, port, {
    timeoutMs: timeOuts.doctor,
    header,
    // Whether the certificate is one that others trust is looked at elsewhere.
    ...(tls ? { tls: { host, verify: false } } : {}),
  }).catch(cause => {
    if (cause instanceof OutsideError && cause.reason === 'timeout') return null
    throw cause
  })
  if (socket === null) return null
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (answer: () => void) => {
      socket.destroy()
      answer()
    }
    socket.setTimeout(timeOuts.doctor, () => end(() => resolve(null)))
    socket.setEncoding('latin1').on('data', chunk => {
      text += String(chunk)
      if (text.includes('\n') || text.length > maxLength) end(() => resolve(text.split(/\r?\n/)[0] ?? ''))
    })
    socket.once('end', () => end(() => resolve(text === '' ? null : text)))
    socket.once('error', cause => end(() => reject(cause)))
    if (request !== '') socket.write(request)
  })
}
