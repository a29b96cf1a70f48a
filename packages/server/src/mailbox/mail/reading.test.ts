import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailboxCaller } from '../../kernel/call/caller.ts'
import type { ShownMessage } from '../../mail/show/show-message.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createReading } from './reading.ts'

const reader = (mailboxId: string): MailboxCaller => ({
  ...{ role: 'mailbox', client: '', agent: '', sessionId: `session of ${mailboxId}`, address: '' },
  maySend: false,
  mailboxId,
})

/** A reading whose pool does what the test tells it to, when it tells it to. */
function openReading(images: string[] = []) {
  const asked: { text: string; done(): void }[] = []
  const shown: ShownMessage = {
    ...{ text: null, html: null, remoteImages: 0, headers: [], attachments: [], seal: null, warnings: [] },
    images,
  }
  const run = (_task: string, input: { raw: Uint8Array }) =>
    new Promise(resolve => {
      asked.push({ text: Buffer.from(input.raw).toString(), done: () => resolve(shown) })
    })
  const blobs = { get: async () => null }
  const reading = createReading({ blobs, pool: { run } } as unknown as Parameters<typeof createReading>[0])
  const message = (seq: number) => ({ message_seq: seq, raw: Buffer.from(`mail ${seq}`), blob_key: null })
  return { reading, asked, message }
}
const given = (asked: readonly { text: string }[]) => asked.map(({ text }) => text)
/** Whatever has nothing to wait for has happened. */
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('reading for people', () => {
  it('shows a mail once to all who ask for it or its pictures at the same moment', async () => {
    const { reading, asked, message } = openReading(['https://a.test/1?x&amp;y', 'https://a.test/2'])
    const ann = reader('ann')
    const showing = Array.from({ length: 8 }, () => reading.show(ann, message(1)))
    const named = [
      'https://a.test/1?x&y',
      'https://a.test/2',
      'https://a.test/3',
      'https://a.test/1?x&amp;y',
    ].map(url => reading.hasImage(ann, message(1), url))
    await turn()
    expect(given(asked)).toEqual(['mail 1'])
    asked[0]?.done()
    expect(await Promise.all(named)).toEqual([true, true, false, false])
    expect(new Set(await Promise.all(showing)).size).toBe(1)
    expect(await reading.hasImage(reader('bob'), message(1), 'https://a.test/2')).toBe(true)
    expect(given(asked)).toEqual(['mail 1'])
    void reading.show(ann, message(1))
    await turn()
    expect(given(asked)).toEqual(['mail 1', 'mail 1'])
  })

  it('does one thing after another for one person, and keeps nobody else waiting for that', async () => {
    const { reading, asked, message } = openReading()
    for (const seq of [1, 2, 3]) void reading.show(reader('ann'), message(seq))
    void reading.attachment(reader('ann'), message(4), '1')
    void reading.show(reader('bob'), message(3))
    await turn()
    expect(given(asked)).toEqual(['mail 1', 'mail 3'])
    asked[0]?.done()
    await turn()
    expect(given(asked)).toEqual(['mail 1', 'mail 3', 'mail 2'])
    for (const at of [2, 3]) {
      asked[at]?.done()
      await turn()
    }
    expect(given(asked)).toEqual(['mail 1', 'mail 3', 'mail 2', 'mail 3', 'mail 4'])
  })

  it('goes on after a mail whose bytes are gone', async () => {
    const { reading, asked, message } = openReading()
    const gone = reading.show(reader('ann'), { message_seq: 1, raw: null, blob_key: 'gone' })
    void reading.show(reader('ann'), message(2))
    await expect(gone).rejects.toThrow('损坏')
    await turn()
    expect(given(asked)).toEqual(['mail 2'])
  })

  it.each([
    ['too many mails', 101, 'https://a.test/1'],
    ['too long addresses', 3, `https://a.test/${'x'.repeat(1_500_000)}`],
  ])('forgets the pictures of the mails shown first after %s', async (_, count, url) => {
    const { reading, asked, message } = openReading([url])
    for (let seq = 1; seq <= count; seq++) {
      const shown = reading.show(reader('ann'), message(seq))
      await turn()
      asked.at(-1)?.done()
      await shown
    }
    expect(await reading.hasImage(reader('ann'), message(2), url)).toBe(true)
    expect(asked).toHaveLength(count)
    void reading.hasImage(reader('ann'), message(1), url)
    await turn()
    expect(given(asked).slice(count)).toEqual(['mail 1'])
  })
})

describe.each(databaseKinds)('costly mails that are read on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  it('keep nobody’s arriving mail waiting', async () => {
    const reads = 10
    const ann = await makeMailbox(site, 'ann')
    const bob = await makeMailbox(site, 'bob')
    const headers = ['Content-Type: text/html; charset=utf-8']
    const text = `${'&'.repeat(900)}\n`.repeat(800)
    for (let at = 0; at < reads; at++) {
      await receive(site, { to: ann.address, raw: plainMail({ subject: `costly ${at}`, headers, text }) })
    }
    const mails = await inbox(site, ann.token)
    let read = 0
    const reading = mails.map(async ({ id }) => {
      const { mail } = await site.ok('getEmail', { params: { id } }, ann.token)
      read++
      return mail.html?.length
    })
    // When one is through, all the others wait.
    await Promise.race(reading)
    await receive(site, { to: bob.address, raw: plainMail({ subject: 'plain' }) })
    expect((await inbox(site, bob.token)).map(({ subject }) => subject)).toEqual(['plain'])
    expect(read).toBeLessThan(reads / 2)
    expect(await Promise.all(reading)).toHaveLength(reads)
  })
})
