/** The live stream as clients of that API read it: every arriving mail as one message without a name. */
import { Transform } from 'node:stream'
import type { MailRow } from '@yanshu/contract'
import { messageInList, shownOne } from './shapes.ts'

/** One block of our own stream, in their form, or null when it has no meaning there. */
function translated(block: string): string | null {
  if (block.startsWith(':') || block.startsWith('retry:')) return `${block}\n\n`
  const lines = block.split('\n')
  if (!lines.includes('event: mail')) return null
  const data = lines.find(line => line.startsWith('data: '))?.slice(6)
  if (data === undefined) return null
  const id = lines.find(line => line.startsWith('id: '))
  const message = shownOne(messageInList(JSON.parse(data) as MailRow), true)
  return `${id === undefined ? '' : `${id}\n`}data: ${JSON.stringify(message)}\n\n`
}

export function mercureStream(): Transform {
  let rest = ''
  return new Transform({
    decodeStrings: false,
    transform(chunk: Buffer | string, _encoding, done) {
      const blocks = (rest + chunk.toString()).split('\n\n')
      rest = blocks.pop() ?? ''
      done(
        null,
        blocks
          .map(translated)
          .filter(text => text !== null)
          .join(''),
      )
    },
  })
}
