import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { parseDetails } from '../../mailbox/mail/mail-row.ts'
import { messagesBySeq } from '../../mailbox/mail/mails.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import type { FilterFacts } from './filter.ts'

/**
 * Reads the facts that filters see of stored messages: anew from the bytes, with the sender checks made on
 * arrival.
 */
export async function filterFactsOf(
  deps: { db: Db; blobs: BlobStore; readFacts: (raws: Uint8Array[]) => Promise<FilterFacts[]> },
  seqs: readonly number[],
): Promise<Map<number, FilterFacts>> {
  const rows = await messagesBySeq(deps.db.query, seqs)
  const found: { row: (typeof rows)[number]; raw: Buffer }[] = []
  for (const row of rows) {
    const raw = await messageBytes(deps.blobs, row)
    if (raw) found.push({ row, raw })
  }
  const facts = await deps.readFacts(found.map(item => item.raw))
  return new Map(
    found.flatMap(({ row }, index) => {
      const seen = facts[index]
      if (!seen) return []
      const { auth } = parseDetails(row.details)
      const results = auth && { spf: auth.spf.result, dkim: auth.dkim.result, dmarc: auth.dmarc.result }
      // One without an address in From was taken for its envelope's sender, which is not in the bytes.
      const sender = { from: row.from_address, fromName: row.from_name }
      return [
        [row.seq, { ...seen, ...sender, auth: results ?? seen.auth, spamScore: row.spam_score }] as const,
      ]
    }),
  )
}
