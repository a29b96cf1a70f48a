/**
 * Puts messages from elsewhere into a mailbox: as they are, read, without filters, notices or checks of the sender, which
 * were the business of whoever received them. Each is one transaction; what was imported stays when the rest fails.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { nothingDecided } from '../../inbound/filter/filter.ts'
import { createJournal } from '../../inbound/journal/journal.ts'
import { readMessage } from '../../inbound/process/read-message.ts'
import { noOpinion } from '../../inbound/process/scan/opinion.ts'
import { storeMessages } from '../../inbound/process/store-messages.ts'
import type { Clock } from '../../kernel/clock.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { newId } from '../../kernel/ids.ts'
import { type Envelope, importProtocol } from '../../mail/envelope.ts'
import { parseMailDate } from '../../mail/mime/date.ts'
import { findMailboxByAddress, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import type { Found } from './find-messages.ts'

export type ImportDeps = { db: Db; clock: Clock; blobs: BlobStore }
export type Imported = { imported: number; passedOver: string[] }

/** Nobody is asked about the sender. */
const askNobody = async (): Promise<never> => {
  throw Object.assign(new Error('not asked'), { code: 'ENOTFOUND' })
}

/** A spam score is not looked at either. */
const noThreshold = Number.POSITIVE_INFINITY

/** The mailbox is there; no name is asked about. */
const noneIsMade: Rests = { restsOf: async () => new Map() }

const withLineEnds = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')

/** When it came, as far as the message tells; never in the future. */
function timeOf(raw: Buffer, now: number): number {
  const head = raw.toString('latin1', 0, Math.min(raw.length, 65_536)).split(/\r\n\r\n/)[0] ?? ''
  const date = /^date:[ \t]*(.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1]
  const at = date === undefined ? null : parseMailDate(date.replace(/\r\n[ \t]/g, ' '))
  const time = at === null ? Number.NaN : Date.parse(at)
  return time > 0 && time < now ? time : now
}

async function importOne(deps: ImportDeps, mailbox: MailboxRow, raw: Buffer, unread: boolean): Promise<void> {
  const now = deps.clock.now()
  const { id, address, domain_id } = mailbox
  const envelope: Envelope = {
    id: newId(now),
    from: '',
    client: 'import',
    helo: '',
    protocol: importProtocol,
    host: '',
    recipients: [{ given: address, address, domainId: domain_id, mailboxId: id, ownerId: mailbox.owner_id }],
  }
  const { mail } = await readMessage(raw, envelope, { resolver: askNobody, scan: async () => noOpinion })
  const journal = createJournal({ ...deps, nodeId: 'import' })
  const journaled = await journal.append(raw, envelope)
  const outcome = { ...nothingDecided(), read: !unread }
  await storeMessages(
    {
      ...{ ...deps, resting: noneIsMade, spamThreshold: noThreshold },
      keeps: () => true,
      follow: async () => undefined,
    },
    [{ journaled: { ...journaled, receivedAt: timeOf(raw, now) }, mail, outcomes: [{ address, outcome }] }],
  )
}

export async function importMails(
  deps: ImportDeps,
  options: { to: string; unread: boolean; progress?(text: string): void },
  messages: AsyncIterable<Found>,
): Promise<Imported> {
  const mailbox = await findMailboxByAddress(deps.db.query, options.to.toLowerCase())
  if (!mailbox) throw new StartFault(`There is no mailbox ${options.to}.`)
  const result: Imported = { imported: 0, passedOver: [] }
  for await (const { from, raw } of messages) {
    if (raw === null || raw.length === 0) {
      result.passedOver.push(`${from}: ${raw === null ? 'too large' : 'empty'}`)
      continue
    }
    await importOne(deps, mailbox, withLineEnds(raw), options.unread)
    if (++result.imported % 100 === 0) options.progress?.(`${result.imported} mails`)
  }
  return result
}
