import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, sourceOf, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { condition, sampleRule } from '../filter/testing/sample-facts.ts'

/** A mail with this line instead of its own of that name; without one where it is empty. */
function mailWith(name: string, line: string, subject: string): Buffer {
  const own = new RegExp(`^${name}:.*\\r\\n`, 'm')
  return Buffer.from(
    plainMail({ subject })
      .toString('latin1')
      .replace(own, () => line && `${line}\r\n`),
    'latin1',
  )
}

describe.each(databaseKinds)('what a mail says of itself on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let other: TestMailbox
  let names = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
    other = await makeMailbox(site, `other${names}`)
  })

  it.each(['<same@example.org>', '<../../same@example.org>', '', `<${'x'.repeat(900)}@example.org>`])(
    'makes no mail take another’s place, with the id %s',
    async id => {
      const line = id && `Message-ID: ${id}`
      const first = mailWith('Message-ID', line, 'first')
      const second = mailWith('Message-ID', line, 'second')
      await receive(site, { to: box.address, raw: first })
      await receive(site, { to: box.address, raw: second })
      await receive(site, { to: other.address, raw: mailWith('Message-ID', line, 'third') })
      // The very same once more: whether it is a repetition is for its reader to say.
      await receive(site, { to: box.address, raw: first })
      const mails = await inbox(site, box.token)
      expect(subjects(mails)).toEqual(['first', 'second', 'first'])
      expect(subjects(await inbox(site, other.token))).toEqual(['third'])
      const sources = await Promise.all(mails.map(mail => sourceOf(site, box.token, mail.id)))
      expect(sources.map(source => source.equals(first))).toEqual([true, false, true])
      expect(sources[1]?.equals(second)).toBe(true)
    },
  )

  it.each(['"service@bank.example" <>', 'service@bank.example <not an address>'])(
    'has the envelope’s sender where its own is none: %s',
    async author => {
      const conditions = [condition('from', 'equals', 'a@sender.example')]
      const scope = { kind: 'mailbox' as const, id: box.id }
      const rule = sampleRule({ conditions, actions: [{ action: 'star' }], scope })
      await site.ok('addFilter', { body: rule }, box.token)
      const raw = mailWith('From', `From: ${author}`, 'your account')
      await receive(site, { to: box.address, from: 'a@sender.example', raw })
      const [mail] = await inbox(site, box.token)
      expect(mail).toMatchObject({
        from: { name: 'service@bank.example', address: 'a@sender.example' },
        starred: true,
      })
      const found = await inbox(site, box.token, { q: 'a@sender.example' })
      expect(subjects(found)).toEqual(['your account'])
    },
  )

  it('does not move it in the list, whatever its date', async () => {
    const dates = [
      'Fri, 31 Dec 9999 23:59:59 +0000',
      'Thu, 01 Jan 1970 00:00:00 +0000',
      'Mon, 02 Mar 2026 10:00:00 -9900',
      'Thu, 32 Foo',
      'Wed, 31 Dec 1969 23:59:59 +0000',
      null,
      'Tue, 01 Jan 275761 00:00:00 +0000',
    ]
    for (const [index, date] of dates.entries()) {
      const raw = mailWith('Date', date === null ? '' : `Date: ${date}`, `mail ${index}`)
      await receive(site, { to: box.address, raw })
      site.clock.advance(1000)
    }
    const newestFirst = dates.map((_, index) => `mail ${index}`).reverse()
    expect(subjects(await inbox(site, box.token))).toEqual(newestFirst)
    const { list, nextCursor } = await site.ok('getInbox', { query: { pageSize: 3 } }, box.token)
    const rest = await inbox(site, box.token, { pageSize: 10, cursor: nextCursor })
    expect([...subjects(list), ...subjects(rest)]).toEqual(newestFirst)
    const times = (await inbox(site, box.token)).map(mail => Date.parse(mail.receivedAt))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const now = site.clock.now()
    expect(times.every(time => time <= now && time > now - 60_000)).toBe(true)
  })
})
