import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { deliver, greetedClient, inbox, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** Ways to ask a careless server to pass mail on to a stranger. */
const strangers = [
  'u@gmail.com',
  'box%gmail.com@yanshu.test',
  'box@gmail.com@yanshu.test',
  '"u@gmail.com"',
  '"u@gmail.com"@yanshu.test',
  '"x@gmail.com x"@yanshu.test',
  '@yanshu.test:u@gmail.com',
  '@yanshu.test,@b.test:u@gmail.com',
  'yanshu.test!u',
  'gmail.com!box@yanshu.test',
  'box@[127.0.0.1]',
  'box@localhost',
  'box@yanshu.test.gmail.com',
  'box@xyanshu.test',
  'box@yanshu.test@',
  'box',
  'u@gmail.com,box@yanshu.test',
  'box(u@gmail.com)@yanshu.test',
]

describe.each(databaseKinds)('an open relay on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  beforeAll(async () => {
    site = await startMailSite(kind)
    box = await makeMailbox(site, 'box')
  })
  afterAll(() => site.stop())

  it.each(strangers)('is not to be had with <%s>', async to => {
    for (const from of ['a@example.org', '', 'box@yanshu.test']) {
      const { rcpt } = await deliver(site.app.smtpPort, { from, to })
      expect(rcpt[0], `from <${from}>`).toMatch(/^(?:501|550|553|554) /)
    }
  })

  it('is not to be had by a client that says it is us', async () => {
    for (const hello of ['HELO yanshu.test', 'EHLO localhost', 'EHLO [127.0.0.1]']) {
      const client = await greetedClient(site.app.smtpPort, hello)
      await client.say('MAIL FROM:<box@yanshu.test>')
      expect(await client.say('RCPT TO:<u@gmail.com>')).toMatch(/^550 5\.7\.1 /)
      expect(await client.say('DATA')).toMatch(/^503 |^554 /)
      client.socket().destroy()
    }
  })

  it('drops a source route and delivers to the mailbox itself', async () => {
    const { data } = await deliver(site.app.smtpPort, { to: '@gmail.com:box@yanshu.test' })
    expect(data).toMatch(/^250 /)
    await site.app.settled()
    expect(await inbox(site, box.token)).toHaveLength(1)
  })
})
