import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { findMailbox } from '../account/repository.ts'

/** More than is looked at in one go, twice over. */
const many = 4500
const size = 100

describe.each(databaseKinds)('a mailbox with many mails on %s', kind => {
  let site: TestApp
  let ann: Person
  let box: TestMailbox
  let next: TestMailbox
  let names = 0
  /** When the newest of the mails came. */
  let filledAt = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
    next = await makeMailbox(site, `next${names}`, ann.id)
    await fill(box)
  })

  /** Straight into the tables; every third is spam, one a minute. */
  async function fill({ id }: TestMailbox): Promise<void> {
    const { db } = site.app
    filledAt = site.clock.now()
    const first = filledAt - many * minute
    await db.transaction(async tx => {
      const { rows } = await sql<{ last: number }>`SELECT coalesce(max(seq), 0) AS last FROM
        (SELECT seq FROM message UNION ALL SELECT seq FROM mail) AS numbers`.execute(tx)
      const last = Number(rows[0]?.last ?? 0)
      const numbers = sql`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${sql.lit(many)})`
      await sql`INSERT INTO message (seq, received_at, size, envelope, state, claimed_by, claimed_until, attempts, refs, subject,
          from_name, from_address, preview, attachment_count, spam_score, details)
        ${numbers} SELECT n + ${sql.lit(last)}, n, ${sql.lit(size)}, '{}', 1, '', 0, 0, 1, '', '', '', '', 0, 0, '{}' FROM number`.execute(
        tx,
      )
      await sql`INSERT INTO mail (seq, id, mailbox_id, owner_id, message_seq, received_at, read, starred, folder, labels, has_code, has_attachment)
        ${numbers} SELECT n + ${sql.lit(last)}, ${sql.lit(id)} || n, ${sql.lit(id)}, ${sql.lit(ann.id)}, n + ${sql.lit(last)},
          ${sql.lit(first)} + n * ${sql.lit(minute)}, 0, 0, CASE WHEN n % 3 = 0 THEN 'spam' ELSE 'inbox' END, '[]', 0, 0 FROM number`.execute(
        tx,
      )
      if (kind === 'postgres')
        for (const table of ['message', 'mail'])
          await sql`SELECT setval(pg_get_serial_sequence(${table}, 'seq'), ${last + many})`.execute(tx)
      await tx
        .updateTable('mailbox')
        .set({ unread: (many / 3) * 2, used_bytes: many * size })
        .where('id', '=', id)
        .execute()
    })
  }

  const counted = async ({ id }: TestMailbox) => {
    const mailbox = await findMailbox(site.app.db.query, id)
    return { unread: mailbox?.unread, usedBytes: mailbox?.used_bytes }
  }
  const since = (minutes: number) => new Date(filledAt - minutes * minute).toISOString()

  it('is marked, counted by time, moved to the trash and emptied, and the mailbox beside it is not touched', async () => {
    await receive(site, { to: next.address })
    const beside = await counted(next)
    const ask = { mailbox: box.id }
    const mark = (read: boolean) => site.ok('setReadEmail', { body: { ...ask, all: true, read } }, ann.token)
    expect(await mark(true)).toMatchObject({ changed: many })
    expect((await counted(box)).unread).toBe(0)
    expect(await mark(true)).toMatchObject({ changed: 0 })
    expect(await mark(false)).toMatchObject({ changed: many })
    expect((await counted(box)).unread).toBe((many / 3) * 2)

    const newest = { ...ask, from: since(2100.5), to: since(-1) }
    const range = (body: object) => site.ok('deleteEmailsInTimeRange', { body }, ann.token)
    expect(await range({ ...newest, dryRun: true })).toMatchObject({ count: 2101 })
    expect(await range(newest)).toMatchObject({ count: 2101 })
    expect(await range({ ...newest, dryRun: true })).toMatchObject({ count: 0 })
    const left = many - 2101
    expect(await range({ ...ask, from: since(many + 1), to: since(-1) })).toMatchObject({ count: left })
    expect((await counted(box)).unread).toBe(0)
    expect(await site.ok('emptyTrash', { body: ask }, ann.token)).toMatchObject({ deleted: many })
    expect(await counted(box)).toEqual({ unread: 0, usedBytes: 0 })
    expect(await counted(next)).toEqual(beside)
    expect(await inbox(site, next.token)).toHaveLength(1)
  })

  it('is counted right while it is marked, moved and added to at the same moment', async () => {
    const body = { mailbox: box.id, from: since(many + 1), to: since(0) }
    const seen = (await inbox(site, box.token, { pageSize: 50 })).map(mail => mail.id)
    await Promise.all([
      site.ok('setReadEmail', { body: { all: true, read: true } }, box.token),
      site.ok('deleteEmailsInTimeRange', { body: { ...body, to: since(1500) } }, ann.token),
      ...seen.map(id => site.ok('setReadEmail', { body: { ids: [id], read: false } }, box.token)),
      ...Array.from({ length: 10 }, () => receive(site, { to: box.address })),
    ])
    const { unread } = await site.app.db.query
      .selectFrom('mail')
      .select(eb => eb.fn.countAll<number>().as('unread'))
      .where('mailbox_id', '=', box.id)
      .where('folder', '=', 'inbox')
      .where('read', '=', 0)
      .executeTakeFirstOrThrow()
    expect((await counted(box)).unread).toBe(Number(unread))
  })
})
