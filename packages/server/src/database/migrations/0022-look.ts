/**
 * An admin's lists hold the admin's own mailboxes, and others are looked at one by one. Rules of admins applied
 * to everybody: they still do where they show nobody's letters to anybody. Rules and notices of admins for one
 * mailbox of somebody else are switched off. The postmaster of a domain that nobody owns is the first admin's.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

const ofAdmins = sql`account_id IN (SELECT id FROM sys_account WHERE role = 'admin')`

/** Their mail is for the site itself, and was in every admin's inbox. */
const sitesOwn = sql`
  local_part IN ('postmaster', 'abuse') AND domain_id IN (SELECT id FROM domain WHERE owner_id IS NULL)`
const keeper = sql`(
  SELECT id FROM sys_account WHERE role = 'admin' AND status = 'active' ORDER BY created_at, id LIMIT 1)`

type Values = Readonly<Record<string, unknown>>

const folders: Readonly<Record<string, string>> = { inbox: '收件箱', spam: '垃圾邮件', trash: '回收站' }

/** The words for acts of admins on other people's letters: there are no such acts any more. */
const formerWords: Readonly<Record<string, (values: Values) => string>> = {
  allMailboxes: () => '所有邮箱',
  mailsMoved: ({ folder, count }) => `移到${folders[String(folder)] ?? ''} ${String(count)} 封`,
  mailsTrashed: ({ count }) => `移进回收站 ${String(count)} 封`,
  mailsRemoved: ({ count }) => `彻底删除 ${String(count)} 封`,
  periodTrashed: ({ from, to }) => `${String(from)} 至 ${String(to)} 的信移进回收站`,
  mailSent: ({ recipients }) => `发给 ${String(recipients)} 个收件人`,
  forwardingSet: ({ to }) =>
    Array.isArray(to) && to.length > 0 ? `转发到 ${to.map(String).join('、')}` : '不再转发',
  autoReplySet: ({ enabled }) => `自动回复${enabled === true ? '开' : '关'}`,
}

/** They stay in the log as the sentences that they were. */
async function sayFormerActs(tx: Tx): Promise<void> {
  for (const [key, say] of Object.entries(formerWords))
    for (const column of ['target', 'detail'] as const) {
      const where = sql.ref(column)
      const found = await sql<{ id: string; stored: string }>`
        SELECT id, ${where} AS stored FROM audit WHERE ${where} LIKE ${`["${key}",%`}`.execute(tx)
      for (const { id, stored } of found.rows) {
        const [, values] = JSON.parse(stored) as [string, Values]
        const sentence = JSON.stringify(['sentence', { text: say(values) }])
        await sql`UPDATE audit SET ${where} = ${sentence} WHERE id = ${id}`.execute(tx)
      }
    }
}

async function giveSitesOwn(tx: Tx): Promise<void> {
  await sql`
    UPDATE mail SET owner_id = ${keeper} WHERE owner_id IS NULL AND mailbox_id IN
    (SELECT id FROM mailbox WHERE owner_id IS NULL AND ${sitesOwn})`.execute(tx)
  await sql`UPDATE mailbox SET owner_id = ${keeper} WHERE owner_id IS NULL AND ${sitesOwn}`.execute(tx)
}

export async function up(tx: Tx): Promise<void> {
  await sql`ALTER TABLE session ADD COLUMN begun_in text`.execute(tx)
  await sql`CREATE INDEX session_begun_in ON session (begun_in) WHERE begun_in IS NOT NULL`.execute(tx)
  await sql`ALTER TABLE audit ADD COLUMN part_of text`.execute(tx)
  await sql`CREATE INDEX audit_part ON audit (part_of, id) WHERE part_of IS NOT NULL`.execute(tx)
  await sql`
    CREATE TABLE mailbox_look (
      id text PRIMARY KEY,
      audit_id text NOT NULL,
      mailbox_id text NOT NULL,
      address text NOT NULL,
      account_id text NOT NULL,
      account_name text NOT NULL,
      reason text NOT NULL,
      words text NOT NULL,
      began_at bigint NOT NULL,
      until bigint NOT NULL,
      ended_at bigint,
      mails integer NOT NULL,
      codes integer NOT NULL,
      told text NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX mailbox_look_mailbox ON mailbox_look (mailbox_id, id)`.execute(tx)
  await sql`CREATE INDEX mailbox_look_untold ON mailbox_look (id) WHERE told = 'waiting'`.execute(tx)
  await sql`
    CREATE TABLE look_step (
      look_id text NOT NULL REFERENCES mailbox_look (id) ON DELETE CASCADE,
      what text NOT NULL,
      PRIMARY KEY (look_id, what)
    )`.execute(tx)
  await giveSitesOwn(tx)
  await sayFormerActs(tx)
  await sql`ALTER TABLE filter ADD COLUMN scope_everyone integer NOT NULL DEFAULT 0`.execute(tx)
  await sql`
    UPDATE filter SET scope_everyone = 1 WHERE ${ofAdmins} AND scope_kind <> 'mailbox'
    AND actions NOT LIKE '%"forward"%' AND actions NOT LIKE '%"webhook"%'`.execute(tx)
  await sql`
    UPDATE filter SET enabled = 0 WHERE ${ofAdmins} AND scope_kind = 'mailbox' AND scope_id IN
    (SELECT id FROM mailbox WHERE owner_id IS NULL OR owner_id <> filter.account_id)`.execute(tx)
  await sql`
    UPDATE webhook SET enabled = 0 WHERE ${ofAdmins} AND for_mailbox_id IN
    (SELECT id FROM mailbox WHERE owner_id IS NULL OR owner_id <> webhook.account_id)`.execute(tx)
}
