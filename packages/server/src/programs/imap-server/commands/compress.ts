/** COMPRESS=DEFLATE (RFC 4978): from the answer on, both directions are one stream of raw DEFLATE each. */
import { Duplex } from 'node:stream'
import { constants, createDeflateRaw, createInflateRaw } from 'node:zlib'
import { handOver, type ImapSession, no, type Outcome, say } from '../session/session.ts'

/** Small windows: thousands of sessions have one each. What others send may need the largest. */
const small = { windowBits: 12, memLevel: 4, level: 4, flush: constants.Z_SYNC_FLUSH }

export function compress(s: ImapSession, tag: string): Outcome | null {
  if (s.isCompressed) return no('[COMPRESSIONACTIVE] Compression is already active')
  say(s, `${tag} OK Compression begins`)
  handOver(s)
  s.isCompressed = true
  const early = s.reader.takeRest()
  s.wire.through(stream => compressed(stream, early))
  return null
}

/** The plain side of a compressed stream. */
export function compressed(outer: Duplex, early: Buffer): Duplex {
  const inflate = createInflateRaw()
  const deflate = createDeflateRaw(small)
  const inner = new Duplex({
    read: () => void inflate.resume(),
    write(chunk: Buffer, _encoding, done) {
      if (deflate.write(chunk)) done()
      else deflate.once('drain', done)
    },
    final(done) {
      deflate.end(done)
    },
    destroy(cause, done) {
      inflate.destroy()
      deflate.destroy()
      outer.destroy()
      done(cause)
    },
  })
  const fail = (): void => void inner.destroy()
  inflate.on('data', (octets: Buffer) => {
    if (!inner.push(octets)) inflate.pause()
  })
  inflate.on('end', () => inner.push(null))
  inflate.on('error', fail)
  deflate.on('error', fail)
  deflate.pipe(outer)
  outer.on('error', fail)
  outer.on('close', fail)
  if (early.length > 0) inflate.write(early)
  outer.pipe(inflate)
  return inner
}
