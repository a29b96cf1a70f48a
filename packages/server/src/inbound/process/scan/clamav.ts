/** Asks clamd over its own protocol: zINSTREAM, the message in pieces with their length before them, a piece of none. */
import { createConnection, type NetConnectOpts } from 'node:net'
import { noOpinion, type Scan } from './scan.ts'

const timeMs = 3000
const pieceBytes = 64 * 1024
const maxAnswerBytes = 4096
/** A virus is not a matter of degree. */
const infected = 100

export function clamdAddress(address: string): NetConnectOpts {
  if (address.startsWith('/')) return { path: address }
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) }
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

function converse(address: string, raw: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(clamdAddress(address))
    let answer = ''
    const late = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), timeMs)
    socket.setEncoding('latin1')
    socket.on('connect', () => {
      for (const piece of pieces(raw)) socket.write(piece)
    })
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
  })
}

export function askClamav(address: string): Scan {
  return async raw => {
    const found = /^stream: (.{1,200}) FOUND$/.exec(await converse(address, raw))?.[1]
    if (found === undefined) return noOpinion
    return { points: infected, rules: [`clamav:${found.replace(/[^\w.-]/g, '_')}`] }
  }
}
