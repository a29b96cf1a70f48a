import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kyselyOf } from '../../database/kysely-of.ts'
import { blobCount } from '../../testing/blob-count.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('one mail for several mailboxes on %s', kind => {
  let site: TestApp
  let boxes: TestMailbox[]
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    boxes = await Promise.all(['a', 'b', 'c'].map(letter => makeMailbox(site, `${letter}${names}`)))
  })

  const messages = () =>
    site.app.db.query.selectFrom('message').select(['refs', 'state', 'blob_key', 'size']).execute()
  const usedBytes = async () => {
    const rows = await site.app.db.query
      .selectFrom('mailbox')
      .select('used_bytes')
      .where(
        'id',
        'in',
        boxes.map(box => box.id),
      )
      .orderBy('address')
      .execute()
    return rows.map(row => row.used_bytes)
  }
  async function removeFrom(box: TestMailbox): Promise<void> {
    const ids = (await inbox(site, box.token)).map(mail => mail.id)
    await site.ok('delEmail', { body: { ids } }, box.token)
    await site.ok('delEmail', { body: { ids } }, box.token)
  }

  it.each([
    ['a small', 1, 0],
    ['a large', 6000, 1],
  ])('keeps %s one once, and frees everything with the last of its mails', async (_, lines, blobs) => {
    const raw = plainMail({ subject: 'shared', text: `${'中文 text '.repeat(6)}\n`.repeat(lines) })
    await receive(site, { to: boxes.map(box => box.address), raw })
    expect(await messages()).toMatchObject([{ refs: 3, state: 1, size: raw.length }])
    expect(await usedBytes()).toEqual([raw.length, raw.length, raw.length])
    expect(await blobCount(site)).toBe(blobs)
    for (const box of boxes) expect(await inbox(site, box.token)).toMatchObject([{ subject: 'shared' }])

    const [first, second, third] = boxes
    if (!first || !second || !third) throw new Error('three mailboxes')
    await removeFrom(first)
    expect(await messages()).toMatchObject([{ refs: 2 }])
    expect(await usedBytes()).toEqual([0, raw.length, raw.length])
    expect(await inbox(site, first.token)).toEqual([])
    const [left] = await inbox(site, second.token)
    const { mail } = await site.ok('getEmail', { params: { id: left?.id ?? '' } }, second.token)
    expect(mail.text).toContain('中文 text')

    await removeFrom(second)
    await removeFrom(third)
    expect(await messages()).toEqual([])
    expect(await usedBytes()).toEqual([0, 0, 0])
    expect(await blobCount(site)).toBe(0)
    const search = kind === 'sqlite' ? 'SELECT rowid FROM mail_search' : 'SELECT mail_seq FROM mail_search'
    expect((await kyselyOf(site.app.db.query).executeQuery(CompiledQuery.raw(search))).rows).toEqual([])
  })

  it('does not show one mailbox that the others got it too', async () => {
    const raw = plainMail({ to: boxes[0]?.address ?? '', subject: 'blind copies' })
    await receive(site, { to: boxes.map(box => box.address), raw })
    const [second] = boxes.slice(1)
    const [row] = await inbox(site, second?.token ?? '')
    const { mail } = await site.ok('getEmail', { params: { id: row?.id ?? '' } }, second?.token)
    expect(JSON.stringify(mail)).not.toContain(boxes[2]?.address)
    const source = await site.fetch(`/api/user/getEmailSource/${row?.id}`, {
      headers: { authorization: `Bearer ${second?.token}` },
    })
    expect(source.text).not.toContain(boxes[2]?.address)
    for (const box of boxes) await removeFrom(box)
  })
})
