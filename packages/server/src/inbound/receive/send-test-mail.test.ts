import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateMailbox } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('a test mail on %s', kind => {
  let site: TestApp
  let admin: Person
  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await makePerson(site, 'root', { role: 'admin' })
  })
  afterAll(() => site.stop())

  const send = async (id: string) =>
    (await site.call('sendTestMail', { body: { mailbox: id } }, admin.token)).body

  it('arrives with a code', async () => {
    const box = await makeMailbox(site, 'arrives', admin.id)
    expect(await send(box.id)).toMatchObject({ error: 0 })
    await site.app.settled()
    expect(await inbox(site, box.token)).toMatchObject([{ code: expect.stringMatching(/^\d{6}$/) }])
  })

  it.each([
    ['paused', { status: 'paused' }, '这个邮箱暂停收信了，恢复后才收得到'],
    ['full', { quota_bytes: 1 }, '这个邮箱满了，删掉一些邮件再试'],
    ['stopped', { status: 'stopped' }, '这个邮箱已停用或已到期，不再收信'],
  ] as const)('tells in words that the mailbox is %s', async (name, columns, msg) => {
    const box = await makeMailbox(site, name, admin.id)
    await site.app.db.transaction(tx => updateMailbox(tx, box.id, columns))
    expect(await send(box.id)).toMatchObject({ error: 1010, msg })
  })

  it('tells of any other refusal where its reason is found', async () => {
    const box = await makeMailbox(site, 'blocked', admin.id)
    const body = { kind: 'sender' as const, patterns: ['postmaster@yanshu.test'], note: '' }
    await site.ok('addBlock', { body }, admin.token)
    expect(await send(box.id)).toMatchObject({ error: 1010, msg: '测试邮件现在收不下，原因见收信记录' })
  })
})
