import { openBlobs } from '../blobs/open-blobs.ts'
import { systemClock } from '../kernel/clock.ts'
import { findMessages } from '../operate/transfer/find-messages.ts'
import { importMails as importAll } from '../operate/transfer/import-mails.ts'
import { type Command, withDatabase } from './command.ts'
import { readOptions, UsageFault } from './options.ts'

const maxBytes = 50 * 1024 * 1024

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'

export const importMails: Command = {
  usage: 'import <mbox, .eml or folder> --to <address> [--unread]',
  text: 'put messages into a mailbox; they count as read unless told otherwise',
  async run({ config, say }, args) {
    const { words, options } = readOptions(args, { to: 'text', unread: 'flag' }, 1)
    const { to, unread } = options
    if (to === null) throw new UsageFault('Say for which mailbox with --to.')
    const from = words[0] ?? ''
    const { imported, passedOver } = await withDatabase(config, db =>
      importAll(
        { db, clock: systemClock, blobs: openBlobs(db, config.dataDir) },
        { to, unread, progress: say },
        findMessages(from, maxBytes),
      ),
    ).catch((cause: unknown) => {
      throw isMissing(cause) ? new UsageFault(`There is no ${from}.`) : cause
    })
    say(`${imported} mails imported into ${to}`)
    for (const line of passedOver) say(`passed over: ${line}`)
    return passedOver.length > 0 ? 2 : 0
  },
}
