/**
 * The live stream as clients of that API read it: a message without a name for every mail that arrives, is read or is
 * deleted, with the message as it is then.
 */
import { Transform } from 'node:stream'
import type { MailRow, MailsChanged } from '@yanshu/contract'
import type { ListedMail } from '../../mailbox/mail/mail-row.ts'
import { goneMessage, messageInList, type Resource, shownOne } from './shapes.ts'

type Load = (ids: readonly string[]) => Promise<readonly ListedMail[]>

const fieldOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)

async function messagesOf(event: string | undefined, data: string, load: Load): Promise<Resource[]> {
  if (event === 'mail') return (await load([(JSON.parse(data) as MailRow).id])).map(messageInList)
  if (event !== 'changed') return []
  const { ids, change, mailboxId } = JSON.parse(data) as MailsChanged
  if (ids === null) return []
  if (change === null) return ids.map(id => goneMessage(id, mailboxId))
  const isTold = change.read !== undefined || change.folder !== undefined
  return isTold ? (await load(ids)).map(messageInList) : []
}

/** One block of our own stream, in their form; empty when it has no meaning there. */
async function translated(block: string, load: Load): Promise<string> {
  if (block.startsWith(':') || block.startsWith('retry:')) return `${block}\n\n`
  const lines = block.split('\n')
  const data = fieldOf(lines, 'data')
  if (data === undefined) return ''
  const id = fieldOf(lines, 'id')
  const messages = await messagesOf(fieldOf(lines, 'event'), data, load)
  return messages
    .map(
      message =>
        `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(shownOne(message, true))}\n\n`,
    )
    .join('')
}

export function mercureStream(load: Load): Transform {
  let rest = ''
  return new Transform({
    decodeStrings: false,
    async transform(chunk: Buffer | string, _encoding, done) {
      const blocks = (rest + chunk.toString()).split('\n\n')
      rest = blocks.pop() ?? ''
      try {
        let text = ''
        for (const block of blocks) text += await translated(block, load)
        done(null, text)
      } catch (cause) {
        // The client comes back and resumes.
        done(cause as Error)
      }
    },
  })
}
