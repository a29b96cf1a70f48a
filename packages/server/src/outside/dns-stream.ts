/** Sends and reads DNS messages over a connection (RFC 7766, section 8), each with its length in front. */
import type { Socket } from 'node:net'

export type StreamFault = 'hung up' | 'too late'

export class DnsStreamError extends Error {
  readonly fault: StreamFault
  constructor(fault: StreamFault) {
    super(`the name server: ${fault}`)
    this.fault = fault
  }
}

export function writeDnsMessage(socket: Socket, message: Buffer): void {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  socket.write(Buffer.concat([length, message]))
}

/** Reads the next whole message. An error of the socket is passed on unchanged. */
export function nextDnsMessage(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0)
    const settle = (act: () => void) => {
      socket.off('data', onData)
      socket.off('error', onError)
      socket.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onData = (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      if (held.length < 2) return
      const size = held.readUInt16BE(0)
      if (held.length < 2 + size) return
      settle(() => resolve(held.subarray(2, 2 + size)))
    }
    const onError = (cause: Error) => settle(() => reject(cause))
    const onClose = () => settle(() => reject(new DnsStreamError('hung up')))
    const onAbort = () => settle(() => reject(new DnsStreamError('too late')))
    socket.on('data', onData)
    socket.once('error', onError)
    socket.once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
