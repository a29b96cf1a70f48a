import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { condition, sampleRule } from './testing/sample-facts.ts'

describe.each(databaseKinds)('a rule tried on mail that really arrived, on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  it('sees the sender that the mail was taken for, as rules did when it came', async () => {
    const box = await makeMailbox(site, 'tried')
    const nameless = Buffer.from('Subject: nameless\r\nFrom: <>\r\n\r\ntext\r\n')
    await receive(site, { to: box.address, from: 'robot@machines.example', raw: nameless })
    await receive(site, { to: box.address, from: 'robot@machines.example' })
    const conditions = [condition('from', 'contains', 'machines.example')]
    const { tested, list } = await site.ok(
      'testFilter',
      { body: { rule: sampleRule({ conditions }) } },
      box.token,
    )
    expect([tested, list.map(mail => mail.subject)]).toEqual([2, ['nameless']])
  })
})
