/**
 * A plain connection to a host that somebody else chose, under the same rules as HTTP requests: looked up once, every
 * address judged, and connected to those and no others.
 */
import { connect, type Socket } from 'node:net'
import { checkedAddresses, type Dial } from './dial.ts'
import { OutsideError } from './outside-error.ts'

function connectTo(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const stop = () => {
      socket.destroy()
      reject(new OutsideError('timeout'))
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop)
      resolve(socket)
    })
    socket.once('error', cause => {
      signal.removeEventListener('abort', stop)
      reject(new OutsideError('network', cause))
    })
  })
}

/** The first address that answers. The signal bounds the look-up and all attempts together. */
export async function dialTcp(dial: Dial, host: string, port: number): Promise<Socket> {
  let last: unknown = new OutsideError('dns')
  for (const address of await checkedAddresses(dial, host)) {
    if (dial.signal.aborted) throw new OutsideError('timeout')
    try {
      return await connectTo(address, port, dial.signal)
    } catch (cause) {
      last = cause
    }
  }
  throw last
}
