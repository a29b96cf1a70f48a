/**
 * Fills a queue with mail that could not be delivered at once, in the state in which the program leaves it
 * when it stops.
 */
import { sql } from 'kysely'
import { openDatabase } from '../../packages/server/src/database/start/open.ts'
import { newId } from '../../packages/server/src/kernel/ids.ts'
import { enqueue } from '../../packages/server/src/outbound/queue/enqueue.ts'

const perTransaction = 500
const minute = 60_000

export type Senders = readonly { id: string; address: string }[]

export const domainOf = (at: number, domains: number): string => `place${at % domains}.test`

/** Half of the mail became due while the program was down; the rest is due in hours. */
export async function fillQueue(
  dataDir: string,
  senders: Senders,
  count: number,
  domains: number,
): Promise<void> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const now = Date.now() - 60 * minute
  for (let start = 0; start < count; start += perTransaction) {
    await db.transaction(async tx => {
      for (let at = start; at < Math.min(count, start + perTransaction); at++) {
        const sender = senders[at % senders.length]
        if (!sender) throw new Error('nobody to send')
        const domain = domainOf(at, domains)
        const address = `r${at}@${domain}`
        await enqueue(tx, {
          id: newId(now),
          kind: 'mail',
          mailbox: { id: sender.id, owner_id: null },
          fromAddress: sender.address,
          fromName: '',
          to: [address],
          cc: [],
          subject: `mail ${at}`,
          preview: '',
          messageId: `<${at}@yanshu.test>`,
          attachmentCount: 0,
          smtpUtf8: false,
          raw: Buffer.from(
            `From: <${sender.address}>\r\nTo: <${address}>\r\nSubject: mail ${at}\r\n\r\n${'words '.repeat(100)}\r\n`,
          ),
          blobKey: null,
          recipients: [{ kind: 'to', address, domain }],
          sendAt: null,
          holdMs: 0,
          now,
        })
      }
    })
  }
  await db.transaction(async tx => {
    await sql`UPDATE outgoing_recipient SET state = 'deferred', reason = 'unreachable', answer = 'connect ECONNREFUSED',
      attempts = 3, last_at = queued_at + ${35 * minute},
      next_at = queued_at + CASE WHEN (seq - 1) / 500 % 2 = 0 THEN ${50 * minute} + seq % ${9 * minute} ELSE ${70 * minute} + seq % ${60 * minute} END`.execute(
      tx,
    )
    // These entries count as added up long ago.
    await tx.deleteFrom('tally_entry').execute()
  })
  await db.close()
}
