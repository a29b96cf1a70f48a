/** Asks clamd over its own protocol: zINSTREAM, the message in pieces with their length before them, a piece of none. */
import type { Socket } from 'node:net'
import { dialHost } from '../../../outside/addresses.ts'
import { dial } from '../../../outside/dial.ts'
import { machineResolver } from '../../../outside/resolve-host.ts'
import { countdown, timeOuts } from '../../../outside/time-outs.ts'
import { noOpinion, type Scan } from './opinion.ts'

const pieceBytes = 64 * 1024
const maxAnswerBytes = 4096
/** A virus is not a matter of degree. */
const infected = 100

/** By a path, or by a host as this machine knows it; the operator may run it anywhere. */
function connect(address: string): Promise<Socket> {
  const patience = { timeoutMs: timeOuts.clamav }
  if (address.startsWith('/')) return dial({ path: address }, patience)
  const at = address.lastIndexOf(':')
  const host = address.slice(0, at).replace(/^\[|\]$/g, '')
  const guard = { resolver: machineResolver, isAllowed: () => true }
  return dialHost(guard, host, Number(address.slice(at + 1)), patience)
}

function* pieces(raw: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for (let at = 0; at < raw.length; at += pieceBytes) {
    const piece = raw.subarray(at, at + pieceBytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
  yield Buffer.alloc(4)
}

async function converse(address: string, raw: Buffer): Promise<string> {
  const left = countdown(timeOuts.clamav)
  const socket = await connect(address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const late = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), left())
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answer += text
      if (answer.length > maxAnswerBytes) socket.destroy(new Error('clamd says too much'))
      else if (answer.includes('\0')) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(late)
      const end = answer.indexOf('\0')
      if (end === -1) reject(new Error('clamd ended without an answer'))
      else resolve(answer.slice(0, end))
    })
    for (const piece of pieces(raw)) socket.write(piece)
  })
}

export function askClamav(address: string): Scan {
  return async raw => {
    const found = /^stream: (.{1,200}) FOUND$/.exec(await converse(address, raw))?.[1]
    if (found === undefined) return noOpinion
    return { points: infected, rules: [`clamav:${found.replace(/[^\w.-]/g, '_')}`] }
  }
}
