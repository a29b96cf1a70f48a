/** Opens many pages, on one mailbox and on many: each learns of its mail within 2 s of the final dot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ms, quantile } from '../../bench/table.ts'
import { type EventClient, openEvents } from '../../packages/server/src/testing/event-client.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { sendMail } from '../send-mail.ts'
import { isBuilt, type Site, startSite } from '../site.ts'
import { stretchedLimits } from './contention.ts'
import { say, sized, withinMs } from './load-size.ts'
import { silentDns } from './silent-dns.ts'

const clientCount = sized(100, 1000)
const mailboxCount = 20
const rounds = 3
const openedAtOnce = 50

type Listener = { client: EventClient; address: string }

describe.runIf(isBuilt)(`${clientCount} open event streams`, () => {
  const stretched = stretchedLimits()
  let site: Site
  let idleFiles: number
  const listeners: Listener[] = []
  const addresses: string[] = []
  beforeAll(async () => {
    site = await startSite(silentDns)
    const boxes: { address: string; token: string }[] = []
    for (let at = 0; at < mailboxCount; at++)
      boxes.push(await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: `box${at}` } }))
    addresses.push(...boxes.map(({ address }) => address))
    // The first mails wait for threads to start, and the test measures a program that has been running for a
    // moment.
    await Promise.all(
      boxes.map(async ({ address, token }) => {
        await sendMail(site.smtpPort, { to: address, headers: { Subject: 'before' }, body: 'old' })
        await eventually('it is there', async () => (await site.as(token).emailList()).list[0]?.unread === 1)
      }),
    )
    idleFiles = site.openFiles()
    // Half of them are on the first mailbox, and the others are spread.
    const boxOf = (at: number) => (at % 2 === 0 ? boxes[0] : boxes[1 + ((at >> 1) % (mailboxCount - 1))])
    for (let from = 0; from < clientCount; from += openedAtOnce) {
      const opened = Array.from({ length: Math.min(openedAtOnce, clientCount - from) }, async (_, at) => {
        const box = boxOf(from + at)
        if (!box) throw new Error('no mailbox')
        return { client: await openEvents(site, box.token), address: box.address }
      })
      listeners.push(...(await Promise.all(opened)))
    }
  }, withinMs)
  afterAll(async () => {
    for (const { client } of listeners) client.close()
    await site?.stop()
  })

  it('each hear of their mail soon after its dot, and of no other', { timeout: withinMs }, async () => {
    const waits: number[] = []
    for (let round = 0; round < rounds; round++) {
      const subject = `round ${round}`
      const heard = ({ client }: Listener) => client.events.some(({ data }) => data.subject === subject)
      const left = new Set(listeners)
      const sent = performance.now()
      const posting = Promise.all(
        addresses.map(to => sendMail(site.smtpPort, { to, headers: { Subject: subject }, body: 'news' })),
      )
      await eventually('everyone has heard', () => {
        for (const listener of left) {
          if (!heard(listener)) continue
          left.delete(listener)
          waits.push(performance.now() - sent)
        }
        return left.size === 0
      })
      await posting
    }
    say(
      `events: ${listeners.length} streams of ${mailboxCount} mailboxes, from before the first connection to the event: p50 ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))}, at most ${ms(quantile(waits, 1))}; resident ${site.residentMb()} MB, ${site.openFiles()} open files`,
    )
    expect(quantile(waits, 1)).toBeLessThan(stretched(sized(6000, 2000)))
    for (const { client, address } of listeners) {
      const mails = client.events.filter(({ name }) => name === 'mail')
      expect(mails.map(({ data }) => data.subject)).toEqual(['round 0', 'round 1', 'round 2'])
      expect(new Set(mails.map(({ data }) => data.address))).toEqual(new Set([address]))
    }
  })

  it('let go of everything when they are closed', { timeout: withinMs }, async () => {
    for (const { client } of listeners) client.close()
    await eventually('they are gone', () => site.openFiles() <= idleFiles + 10, 30_000)
  })
})
