/**
 * Runs a small load that does not end: the program closes everything that it opens, frees everything that it
 * holds, and loses nothing.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutBounds } from '../../bench/mailbox.ts'
import { median } from '../../bench/table.ts'
import { type EventClient, openEvents } from '../../packages/server/src/testing/event-client.ts'
import { sendMail } from '../send-mail.ts'
import { isBuilt, type Site, startSite } from '../site.ts'
import { say, sized, soakMs, withinMs } from './load-size.ts'
import { silentDns } from './silent-dns.ts'

const mailsPerSecond = 40
const sampleMs = 250
/** At least this many mails are sent, however slow the machine is. */
const leastMails = 60
const lifetime = { minutes: 10_080 }
/** A mail that is too large for the database, so it becomes a file of its own. */
const large = `${'large '.repeat(12)}\n`.repeat(4500)

type Mailbox = { address: string; token: string }

describe.runIf(isBuilt)(`a steady load for ${soakMs / 1000} s`, () => {
  let site: Site
  let kept: Mailbox
  let emptied: Mailbox
  beforeAll(async () => {
    site = await startSite(silentDns)
    await withoutBounds(site)
    const make = (localPart: string) =>
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart, lifetime } })
    kept = await make('kept')
    emptied = await make('emptied')
  })
  afterAll(() => site?.stop())

  /** Repeats an act while the load continues, at most once in this time. */
  async function repeat(everyMs: number, goesOn: () => boolean, act: (round: number) => Promise<unknown>) {
    for (let next = performance.now(), round = 0; goesOn(); round++) {
      await act(round)
      next += everyMs
      await wait(Math.max(0, next - performance.now()))
    }
  }

  async function empty(): Promise<void> {
    const api = site.as(emptied.token)
    const range = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    await api.deleteEmailsInTimeRange({ body: range })
    await api.emptyTrash({ body: {} })
  }

  const post = (to: string, subject: string, body: string) =>
    sendMail(site.smtpPort, { to, headers: { Subject: subject }, body })

  async function read(round: number): Promise<void> {
    const api = site.as(kept.token)
    const { list } = await api.getInbox({ query: round % 2 === 0 ? {} : { q: 'soak' } })
    if (list[0]) await api.getEmail({ params: { id: list[0].id } })
  }

  /**
   * Does a little of everything that happens on a site; `look` is called now and then. Resolves with the
   * number of mails sent.
   */
  async function load(forMs: number, look: () => void): Promise<number> {
    const until = performance.now() + forMs
    let sent = 0
    let stream: EventClient | null = null
    const goesOn = () => performance.now() < until || sent < leastMails
    await Promise.all([
      repeat(1000 / mailsPerSecond, goesOn, async () => {
        await post(kept.address, `soak ${sent}`, `code ${100_000 + sent}`)
        sent++
      }),
      repeat(500, goesOn, round => post(emptied.address, `soak ${round}`, large)),
      repeat(2000, goesOn, empty),
      repeat(100, goesOn, read),
      repeat(1000, goesOn, async () => {
        stream?.close()
        stream = await openEvents(site, kept.token)
      }),
      repeat(sampleMs, goesOn, async () => look()),
    ])
    ;(stream as EventClient | null)?.close()
    return sent
  }

  it('leaves no more open and holds no more memory than at its beginning, and every mail is there', {
    timeout: withinMs,
  }, async () => {
    // The first load starts threads and brings memory to its usual size.
    const before = await load(0, () => undefined)
    const files: number[] = []
    const resident: number[] = []
    const sent = await load(soakMs, () => {
      files.push(site.openFiles())
      resident.push(site.residentMb())
    })
    const unread = async () => (await site.as(kept.token).emailList()).list[0]?.unread
    await expect.poll(unread).toBe(before + sent)
    const third = Math.ceil(files.length / 3)
    const early = (samples: number[]) => samples.slice(0, third)
    const late = (samples: number[]) => samples.slice(-third)
    const most = (samples: number[]) => Math.max(...samples)
    say(
      `soak: ${sent} mails in ${soakMs / 1000} s; open files at most ${most(early(files))}, then ${most(late(files))}; resident ${median(early(resident))} MB, then ${median(late(resident))} MB`,
    )
    expect(most(late(files))).toBeLessThanOrEqual(most(early(files)) + sized(30, 10))
    expect(median(late(resident)) - median(early(resident))).toBeLessThan(sized(200, 60))
  })

  it('ends with a program that still tells of mail, and with no file of what was emptied', {
    timeout: withinMs,
  }, async () => {
    const stream = await openEvents(site, kept.token)
    await post(kept.address, 'the last one', 'the end')
    await expect.poll(() => stream.events.map(({ data }) => data.subject)).toContain('the last one')
    stream.close()
    const blobs = () =>
      readdirSync(join(site.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(entry =>
        entry.isFile(),
      )
    await expect
      .poll(async () => {
        await empty()
        return blobs().length
      })
      .toBe(0)
  })
})
