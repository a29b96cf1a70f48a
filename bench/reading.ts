/** Lists, reading, search and arrival with many mails stored: what they cost must not grow with them. */
import { sql } from 'kysely'
import { type Site, startSite } from '../e2e/site.ts'
import { openDatabase } from '../packages/server/src/database/open.ts'
import { newId } from '../packages/server/src/ids.ts'
import { searchTokens } from '../packages/server/src/mail/search/tokens.ts'
import { benchMail, hasSmtpSource } from './load.ts'
import { ms, quantile, type Table } from './table.ts'
import { arrivalRate } from './whole-way.ts'

const sizes = [10_000, 100_000, 1_000_000]
const mailboxes = 1000
const perTransaction = 2000
const requests = 300
const arrivals = 2000

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

/** Adds mails straight to the tables, spread over the mailboxes, as processing would have left them. */
async function fill(dataDir: string, from: number, to: number): Promise<void> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const boxes = await db.query.selectFrom('mailbox').select('id').orderBy('id').execute()
  const last = await db.query
    .selectFrom('message')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  // Mails that arrived in between have taken numbers.
  const offset = Math.max(0, (last?.seq ?? 0) - from) + 1
  const raw = Buffer.from(benchMail().slice(0, 600).replace(/\n/g, '\r\n'))
  for (let start = from; start < to; start += perTransaction) {
    await db.transaction(async tx => {
      for (let at = start; at < Math.min(to, start + perTransaction); at++) {
        const box = boxes[at % boxes.length]
        if (!box) continue
        const subject = `${subjects[at % subjects.length]} ${at}`
        const details = JSON.stringify({ to: [] })
        const now = Date.now()
        await sql`INSERT INTO message (seq, received_at, size, blob_key, envelope, state, claimed_by, claimed_until, attempts, refs, subject, from_name, from_address, preview, code, link, attachment_count, spam_score, details)
          VALUES (${at + offset}, ${now}, ${raw.length}, NULL, '{}', 1, '', 0, 0, 1, ${subject}, 'Service', 'no-reply@example.com', ${subject}, NULL, NULL, 0, 0, ${details})`.execute(
          tx,
        )
        await sql`INSERT INTO message_raw (seq, raw) VALUES (${at + offset}, ${raw})`.execute(tx)
        await sql`INSERT INTO mail (seq, id, mailbox_id, owner_id, message_seq, received_at, read, starred, folder, trashed_at, labels, has_code, has_attachment)
          VALUES (${at + offset}, ${newId(now)}, ${box.id}, NULL, ${at + offset}, ${now}, 1, 0, 'inbox', NULL, '[]', 0, 0)`.execute(
          tx,
        )
        const tokens = `§m${box.id} ${searchTokens(`${subject} Service no-reply@example.com`).join(' ')}`
        await sql`INSERT INTO mail_search (rowid, tokens) VALUES (${at + offset}, ${tokens})`.execute(tx)
      }
    })
  }
  await db.close()
}

async function time(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return times
}

async function measure(site: Site, token: string): Promise<string[]> {
  const api = site.as(token)
  const { list } = await api.getInbox({ query: { pageSize: 50 } })
  const id = list[0]?.id ?? ''
  const columns = [
    await time(requests, () => api.getInbox({ query: { pageSize: 50 } })),
    await time(requests, () => api.getEmail({ params: { id } })),
    await time(requests, () => api.getInbox({ query: { q: '验证', pageSize: 50 } })),
  ]
  const read = columns.map(times => `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`)
  const arriving = hasSmtpSource ? (await arrivalRate(site, token, arrivals, true)).toFixed(0) : '—'
  return [...read, arriving]
}

export async function benchReading(): Promise<Table> {
  const rows: string[][] = []
  let site = await startSite()
  let token = ''
  const admin = site.as(await site.adminToken())
  for (let at = 0; at < mailboxes; at++) {
    const made =
      at === 0
        ? await site
            .as(null)
            .regEmail({ body: { domain: 'yanshu.test', localPart: 'bench', lifetime: { minutes: 10080 } } })
        : await admin.createEmail({
            body: { domain: 'yanshu.test', localPart: `bench-${at}`, lifetime: { minutes: 10080 } },
          })
    if ('token' in made) token = made.token
  }
  let filled = 0
  for (const size of sizes) {
    await site.halt()
    await fill(site.dataDir, filled, size)
    filled = size
    site = await startSite({}, site.dataDir)
    rows.push([size.toLocaleString('en'), ...(await measure(site, token))])
  }
  await site.stop()
  return {
    title: `Reading one mailbox among ${mailboxes}, over HTTP, p50 / p99 (SQLite)`,
    columns: ['mails stored', 'getInbox, 50 rows', 'getEmail', 'search 验证', 'arriving, mails/s'],
    rows,
    notes: ['to reach: list p99 under 10 ms in the server, search p99 under 50 ms, no growth'],
  }
}
