/**
 * Writes mails straight into the tables, as processing would have left them, because a million mails by SMTP
 * would take too long.
 */
import { type RawBuilder, sql } from 'kysely'
import { readRows } from '../packages/server/src/database/read-rows.ts'
import { type Flag, flag } from '../packages/server/src/database/schema.ts'
import { openDatabase } from '../packages/server/src/database/start/open.ts'
import type { Tx } from '../packages/server/src/database/types.ts'
import { newId } from '../packages/server/src/kernel/ids.ts'
import { searchTokens } from '../packages/server/src/mail/search/tokens.ts'
import { indexMails } from '../packages/server/src/mailbox/mail/search-index.ts'
import { benchMail } from './load.ts'

const perTransaction = 2000
const rowsAtOnce = 100

const subjects = [
  '你的验证码',
  '订单已经发货',
  '每周简报',
  '账单提醒',
  '登录提醒',
  'Your receipt',
  'Build failed',
  '会议邀请',
]

const raw = Buffer.from(benchMail().slice(0, 600).replace(/\n/g, '\r\n'))
const details = JSON.stringify({ to: [] })

type Filled = { seq: number; mailboxId: string; subject: string; now: number }

async function insert(tx: Tx, mails: readonly Filled[], read: Flag): Promise<void> {
  const rows = (row: (mail: Filled) => RawBuilder<unknown>) => sql.join(mails.map(row))
  await sql`INSERT INTO message (seq, received_at, size, blob_key, envelope, state, claimed_by, claimed_until, attempts, refs, subject, from_name, from_address, preview, code, link, attachment_count, spam_score, details)
    VALUES ${rows(({ seq, subject, now }) => sql`(${seq}, ${now}, ${raw.length}, NULL, '{}', 1, '', 0, 0, 1, ${subject}, 'Service', 'no-reply@example.com', ${subject}, NULL, NULL, 0, 0, ${details})`)}`.execute(
    tx,
  )
  await sql`INSERT INTO message_raw (seq, raw) VALUES ${rows(({ seq }) => sql`(${seq}, ${raw})`)}`.execute(tx)
  await sql`INSERT INTO mail (seq, id, mailbox_id, owner_id, message_seq, received_at, read, starred, folder, trashed_at, labels, has_code, has_attachment)
    VALUES ${rows(({ seq, mailboxId, now }) => sql`(${seq}, ${newId(now)}, ${mailboxId}, NULL, ${seq}, ${now}, ${read}, 0, 'inbox', NULL, '[]', 0, 0)`)}`.execute(
    tx,
  )
  await indexMails(
    tx,
    'sqlite',
    mails.map(({ seq, mailboxId, subject }) => ({
      seq,
      mailboxId,
      tokens: searchTokens(`${subject} Service no-reply@example.com`),
    })),
  )
}

export type Filling = {
  /** Limits the filling to these mailboxes; the default is all. */
  into?: readonly string[]
  /** Marks the mails as unread. */
  unread?: boolean
}

/** Adds this many mails, spread evenly; the program that owns the folder must not run. */
export async function fillMails(
  dataDir: string,
  count: number,
  { into, unread = false }: Filling = {},
): Promise<void> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const boxes =
    into ?? (await db.query.selectFrom('mailbox').select('id').orderBy('id').execute()).map(({ id }) => id)
  const highest = sql<{ last: number | null }>`SELECT max(seq) AS last FROM
    (SELECT max(seq) AS seq FROM message UNION ALL SELECT max(seq) FROM mail)`
  const [row] = await readRows(db.query, highest)
  const first = (row?.last ?? 0) + 1
  const mailAt = (at: number): Filled => ({
    seq: at,
    mailboxId: boxes[at % boxes.length] ?? '',
    subject: `${subjects[at % subjects.length]} ${at}`,
    now: Date.now(),
  })
  for (let start = 0; start < count; start += perTransaction) {
    const mails = Array.from({ length: Math.min(perTransaction, count - start) }, (_, at) =>
      mailAt(first + start + at),
    )
    await db.transaction(async tx => {
      for (let from = 0; from < mails.length; from += rowsAtOnce)
        await insert(tx, mails.slice(from, from + rowsAtOnce), flag(!unread))
      const each = new Map<string, number>()
      for (const { mailboxId } of mails) each.set(mailboxId, (each.get(mailboxId) ?? 0) + 1)
      for (const [id, times] of each)
        await sql`UPDATE mailbox SET used_bytes = used_bytes + ${times * raw.length}, unread = unread + ${unread ? times : 0}
          WHERE id = ${id}`.execute(tx)
    })
  }
  await db.close()
}
