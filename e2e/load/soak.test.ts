/** A small load that does not end: whatever is opened is closed again, whatever is held is let go, and nothing is lost. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { median } from '../../bench/table.ts'
import { type EventClient, openEvents } from '../../packages/server/src/testing/event-client.ts'
import { sendMail } from '../send-mail.ts'
import { isBuilt, type Site, startSite } from '../site.ts'
import { say, soakMs, withinMs } from './load-size.ts'
import { silentDns } from './silent-dns.ts'

const mailsPerSecond = 40
const sampleMs = 250
const lifetime = { minutes: 10_080 }
/** Too much for the database: such a mail is a file of its own. */
const large = `${'large '.repeat(12)}\n`.repeat(4500)

type Mailbox = { address: string; token: string }

describe.runIf(isBuilt)(`a steady load for ${soakMs / 1000} s`, () => {
  let site: Site
  let kept: Mailbox
  let emptied: Mailbox
  beforeAll(async () => {
    site = await startSite(silentDns)
    const make = (localPart: string) =>
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart, lifetime } })
    kept = await make('kept')
    emptied = await make('emptied')
  })
  afterAll(() => site?.stop())

  /** Again and again until the time is over, not oftener than this. */
  async function repeat(everyMs: number, until: number, act: (round: number) => Promise<unknown>) {
    let rounds = 0
    for (let next = performance.now(); performance.now() < until; rounds++) {
      await act(rounds)
      next += everyMs
      await wait(Math.max(0, next - performance.now()))
    }
    return rounds
  }

  async function empty(): Promise<void> {
    const api = site.as(emptied.token)
    const range = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    await api.deleteEmailsInTimeRange({ body: range })
    await api.emptyTrash({ body: {} })
  }

  it(
    'leaves no more open and holds no more memory than at its beginning, and every mail is there',
    async () => {
      const files: number[] = []
      const resident: number[] = []
      let stream: EventClient | null = null
      let told = 0
      const until = performance.now() + soakMs
      const post = (to: string, round: number, body: string) =>
        sendMail(site.smtpPort, { to, headers: { Subject: `soak ${round}` }, body })
      const read = async (round: number) => {
        const api = site.as(kept.token)
        const { list } = await api.getInbox({ query: round % 2 === 0 ? {} : { q: 'soak' } })
        if (list[0]) await api.getEmail({ params: { id: list[0].id } })
      }
      const [sent] = await Promise.all([
        repeat(1000 / mailsPerSecond, until, round => post(kept.address, round, `code ${100_000 + round}`)),
        repeat(500, until, round => post(emptied.address, round, large)),
        repeat(2000, until, empty),
        repeat(100, until, read),
        repeat(1000, until, async () => {
          told += stream?.events.filter(({ name }) => name === 'mail').length ?? 0
          stream?.close()
          stream = await openEvents(site, kept.token)
        }),
        repeat(sampleMs, until, async () => {
          files.push(site.openFiles())
          resident.push(site.residentMb())
        }),
      ])
      ;(stream as EventClient | null)?.close()
      const unread = async (box: Mailbox) => (await site.as(box.token).emailList()).list[0]?.unread
      await expect.poll(() => unread(kept)).toBe(sent)
      const quarter = Math.floor(files.length / 4)
      const early = (samples: number[]) => samples.slice(quarter, 2 * quarter)
      const late = (samples: number[]) => samples.slice(-quarter)
      const most = (samples: number[]) => Math.max(...samples)
      say(
        `soak: ${sent} mails in ${soakMs / 1000} s; open files at most ${most(early(files))}, then ${most(late(files))}; resident ${median(early(resident))} MB, then ${median(late(resident))} MB; ${told} told`,
      )
      expect(told).toBeGreaterThan(0)
      expect(most(late(files))).toBeLessThanOrEqual(most(early(files)) + 10)
      expect(median(late(resident)) - median(early(resident))).toBeLessThan(60)
      await expect
        .poll(async () => {
          await empty()
          const blobs = join(site.dataDir, 'blobs')
          return readdirSync(blobs, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
            .length
        })
        .toBe(0)
    },
    withinMs,
  )
})
