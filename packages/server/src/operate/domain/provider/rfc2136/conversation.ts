/** Questions and answers with one name server over one TCP connection (RFC 7766), one after the other. */
import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { signMessage, type TsigKey, verifyAnswer } from './tsig.ts'
import { readMessage, type WireMessage } from './wire.ts'

export class ConversationError extends Error {}

export type Conversation = {
  ask(build: (id: number) => Buffer): Promise<WireMessage>
  close(): void
}

const notAuth = 9

/** Reads one message with its length before it. */
function nextMessage(socket: Socket, signal: AbortSignal): Promise<Buffer> {
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
    const onClose = () => settle(() => reject(new ConversationError('the server hung up')))
    const onAbort = () => settle(() => reject(new ConversationError('the server took too long')))
    socket.on('data', onData)
    socket.once('error', onError)
    socket.once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

export function converse(socket: Socket, key: TsigKey, now: () => number, signal: AbortSignal): Conversation {
  socket.on('error', () => undefined)
  return {
    async ask(build) {
      const id = randomInt(65_536)
      const seconds = () => Math.floor(now() / 1000)
      const { bytes, mac } = signMessage(build(id), key, seconds())
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      const answering = nextMessage(socket, signal)
      socket.write(Buffer.concat([length, bytes]))
      const answer = await answering
      const message = readMessage(answer)
      if (message.id !== id) throw new ConversationError('an answer to another question')
      // A server that does not know the key cannot sign; its refusal is believed, nothing else is.
      if (message.rcode === notAuth) return message
      if (verifyAnswer(answer, key, mac, seconds()) !== 'good')
        throw new ConversationError('an answer that is not signed')
      return message
    },
    close: () => socket.destroy(),
  }
}
