/** Sends mail under load and records the promises: the digest of every message that got its 250. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { Db } from '../database/types.ts'
import { messageBytes } from '../mailbox/mail/message-bytes.ts'
import { type Delivered, deliverOn, greetedClient } from './mail-site.ts'

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Makes mostly small mails, and now and then one that goes to the blob store. */
function someMail(): { id: string; raw: Buffer } {
  const id = randomUUID()
  const bytes = randomInt(20) === 0 ? 300_000 : randomInt(200, 12_000)
  const body = randomBytes(bytes)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n')
  return { id, raw: Buffer.from(`X-Load-Id: ${id}\r\nSubject: load\r\n\r\n${body}`) }
}

export type MailLoad = {
  /** Digests of the accepted messages, by the id in them. */
  readonly promised: ReadonlyMap<string, string>
  /** Digests of all messages that were tried. */
  readonly tried: ReadonlyMap<string, string>
  /** Final replies other than 250. */
  readonly refusals: readonly string[]
  /** Sends on this many connections until the server is gone or `stop` is called. */
  run(port: number, connections: number): Promise<void>
  stop(): void
}

export function createMailLoad(to: string): MailLoad {
  const promised = new Map<string, string>()
  const tried = new Map<string, string>()
  const refusals: string[] = []
  let stopped = false

  function note(id: string, { mail, rcpt, data }: Delivered): boolean {
    const last = data || rcpt[0] || mail
    if (last.startsWith('250') && data !== '') promised.set(id, tried.get(id) ?? '')
    else if (last !== 'closed') refusals.push(last)
    return last !== 'closed' && !last.startsWith('421')
  }

  async function converse(port: number): Promise<void> {
    const client = await greetedClient(port)
    try {
      for (let open = true; open && !stopped; ) {
        const { id, raw } = someMail()
        tried.set(id, digest(raw))
        open = note(id, await deliverOn(client, { to, raw }))
      }
    } finally {
      client.socket().destroy()
    }
  }

  return {
    promised,
    tried,
    refusals,
    async run(port, connections) {
      stopped = false
      // A connection that the server never accepted does not matter.
      await Promise.allSettled(Array.from({ length: connections }, () => converse(port)))
    },
    stop() {
      stopped = true
    },
  }
}

export type Kept = { digest: string; mails: number }

async function keptMessage(db: Db, blobs: BlobStore, seq: number): Promise<[string, Kept] | null> {
  const row = await db.query
    .selectFrom('message')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['raw', 'blob_key'])
    .where('message.seq', '=', seq)
    .executeTakeFirstOrThrow()
  const raw = await messageBytes(blobs, row)
  const id = /X-Load-Id: (\S+)/.exec(raw?.subarray(0, 100).toString('latin1') ?? '')?.[1]
  if (!raw || id === undefined) return null
  const { mails } = await db.query
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('mails'))
    .where('message_seq', '=', seq)
    .executeTakeFirstOrThrow()
  return [id, { digest: digest(raw), mails: Number(mails) }]
}

/** Returns the messages of the load in the database, by id; a message found twice has two entries. */
export async function keptMessages(db: Db, dataDir: string): Promise<Map<string, Kept[]>> {
  const blobs = openBlobs(db, dataDir)
  const rows = await db.query.selectFrom('message').select('seq').orderBy('seq').execute()
  const kept = new Map<string, Kept[]>()
  for (const { seq } of rows) {
    const found = await keptMessage(db, blobs, seq)
    if (found) kept.set(found[0], [...(kept.get(found[0]) ?? []), found[1]])
  }
  return kept
}
