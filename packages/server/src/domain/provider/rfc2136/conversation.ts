/**
 * Exchanges questions and answers with one name server over one TCP connection (RFC 7766), one after the
 * other.
 */
import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { nextDnsMessage, writeDnsMessage } from '../../../outside/dns-stream.ts'
import { signMessage, type TsigKey, verifyAnswer } from './tsig.ts'
import { readMessage, type WireMessage } from './wire.ts'

export class ConversationError extends Error {}

export type Conversation = {
  ask(build: (id: number) => Buffer): Promise<WireMessage>
  close(): void
}

const notAuth = 9

export function converse(socket: Socket, key: TsigKey, now: () => number, signal: AbortSignal): Conversation {
  socket.on('error', () => undefined)
  return {
    async ask(build) {
      const id = randomInt(65_536)
      const seconds = () => Math.floor(now() / 1000)
      const { bytes, mac } = signMessage(build(id), key, seconds())
      const answering = nextDnsMessage(socket, signal)
      writeDnsMessage(socket, bytes)
      const answer = await answering
      const message = readMessage(answer)
      if (message.id !== id) throw new ConversationError('an answer to another question')
      // A server that does not know the key cannot sign, so only its refusal is believed.
      if (message.rcode === notAuth) return message
      if (verifyAnswer(answer, key, mac, seconds()) !== 'good')
        throw new ConversationError('an answer that is not signed')
      return message
    },
    close: () => socket.destroy(),
  }
}
