/** The body of a request as a message: line ends as SMTP would have them, and refused what could not have come by SMTP. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../kernel/app-error.ts'
import { inboundWords } from '../words/words.ts'
import type { MessageFault, MessageSink } from './smtp/message-sink.ts'

const CR = 0x0d
const LF = 0x0a
const CRLF = Buffer.from('\r\n')

function refusalOf(fault: MessageFault): AppError {
  if (fault === 'message-too-big') return new AppError('tooLarge')
  if (fault === 'out-of-memory-budget') return new AppError('busy')
  return new AppError('badRequest', { msg: inboundWords.forbiddenOctets })
}

/** Passes octets on with every line feed as CRLF. */
function createLineEnds({ push }: MessageSink): { feed(chunk: Buffer): void; finish(): void } {
  /** The last octet seen; none yet. */
  let last = -1
  return {
    feed(chunk) {
      let from = 0
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
        if ((at > 0 ? chunk[at - 1] : last) === CR) continue
        push(chunk, from, at)
        push(CRLF, 0, CRLF.length)
        from = at + 1
      }
      push(chunk, from, chunk.length)
      last = chunk.at(-1) ?? last
    },
    finish() {
      if (last !== LF) push(CRLF, 0, CRLF.length)
    },
  }
}

/** Reads no further than the first fault, and leaves the connection open for the answer. */
export async function readIngested(body: IncomingMessage, sink: MessageSink): Promise<Buffer> {
  const lines = createLineEnds(sink)
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    lines.feed(chunk as Buffer)
    const fault = sink.fault()
    if (fault !== null) throw refusalOf(fault)
  }
  lines.finish()
  const finished = await sink.finish()
  if (!finished.ok) throw refusalOf(finished.fault)
  return finished.raw
}
