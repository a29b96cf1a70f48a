import { existsSync } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { Db } from '../database/types.ts'
import { StartFault } from '../kernel/data-folder.ts'
import { findMailboxByAddress } from '../mailbox/account/mailboxes.ts'
import { mailsOf, safeName } from '../operate/transfer/export-mails.ts'
import { mboxEntry } from '../operate/transfer/mbox.ts'
import { type Command, withDatabase } from './command.ts'
import { readOptions, UsageFault } from './options.ts'

type Source = { db: Db; blobs: BlobStore; mailboxId: string }
type Counted = { written: number; missing: number }

async function toMbox({ db, blobs, mailboxId }: Source, out: string): Promise<Counted> {
  const counted = { written: 0, missing: 0 }
  if (existsSync(out)) throw new StartFault(`${out} is there already.`)
  const draft = `${out}.part`
  const file = await open(draft, 'wx', 0o600)
  try {
    for await (const { raw, sender, receivedAt } of mailsOf(db, blobs, mailboxId)) {
      if (raw === null) counted.missing++
      else {
        await file.writeFile(mboxEntry(raw, sender, receivedAt))
        counted.written++
      }
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, out)
  return counted
}

async function toFolder({ db, blobs, mailboxId }: Source, out: string): Promise<Counted> {
  const counted = { written: 0, missing: 0 }
  await mkdir(out)
  for await (const { id, raw, folder, subject } of mailsOf(db, blobs, mailboxId)) {
    if (raw === null) {
      counted.missing++
      continue
    }
    const inner = join(out, safeName(folder))
    await mkdir(inner, { recursive: true })
    await writeFile(join(inner, `${id}-${safeName(subject).slice(0, 40)}.eml`), raw, {
      flag: 'wx',
      mode: 0o600,
    })
    counted.written++
  }
  return counted
}

export const exportMailbox: Command = {
  usage: 'export --mailbox <address> --format mbox|eml [--out <file or folder>]',
  text: 'write the mails of a mailbox to an mbox file, or to a folder of .eml files',
  async run({ config, say }, args) {
    const { options } = readOptions(args, { mailbox: 'text', format: 'text', out: 'text' }, 0)
    const { mailbox: address, format } = options
    if (address === null || (format !== 'mbox' && format !== 'eml'))
      throw new UsageFault('Name a mailbox and a format: mbox or eml.')
    const out = options.out ?? (format === 'mbox' ? `${safeName(address)}.mbox` : safeName(address))
    const { written, missing } = await withDatabase(config, async db => {
      const mailbox = await findMailboxByAddress(db.query, address.toLowerCase())
      if (!mailbox) throw new StartFault(`There is no mailbox ${address}.`)
      const source = { db, blobs: openBlobs(db, config.dataDir), mailboxId: mailbox.id }
      return (format === 'mbox' ? toMbox(source, out) : toFolder(source, out)).catch(
        (cause: NodeJS.ErrnoException) => {
          if (cause.code === 'EEXIST') throw new StartFault(`${out} is there already.`)
          throw cause
        },
      )
    })
    say(`${written} mails written to ${out}`)
    if (missing > 0) say(`the content of ${missing} mails is missing or damaged`)
    return missing > 0 ? 2 : 0
  },
}
