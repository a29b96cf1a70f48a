import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImapClient } from './testing/test-client.ts'
import { type ImapTestServer, startImap } from './testing/test-server.ts'

/** What a program believes of its folder by the answers alone: the UID of each number, as far as it was told. */
type Belief = { client: ImapClient; uids: (number | null)[]; isQresync: boolean }

const letter = 'Subject: one\r\n\r\nbody\r\n'

/** Takes in the answers to a command. `mayShrink` is false for those during which no number may change. */
function learn(belief: Belief, lines: readonly string[], mayShrink: boolean): void {
  for (const line of lines) {
    const exists = /^\* (\d+) EXISTS/.exec(line)
    const expunged = /^\* (\d+) EXPUNGE/.exec(line)
    const vanished = /^\* VANISHED ([\d:,]+)/.exec(line)
    const fetched = /^\* (\d+) FETCH \(.*?UID (\d+)/.exec(line)
    if (exists !== null) {
      expect(Number(exists[1])).toBeGreaterThanOrEqual(belief.uids.length)
      while (belief.uids.length < Number(exists[1])) belief.uids.push(null)
    } else if (expunged !== null) {
      expect([mayShrink, belief.isQresync]).toEqual([true, false])
      expect(Number(expunged[1])).toBeLessThanOrEqual(belief.uids.length)
      belief.uids.splice(Number(expunged[1]) - 1, 1)
    } else if (vanished !== null) {
      expect([mayShrink, belief.isQresync]).toEqual([true, true])
      for (const uid of numbersOf(vanished[1] ?? '')) {
        // One that came and went is known by its number alone.
        const later = belief.uids.findIndex(known => known !== null && known > uid)
        const last = later < 0 ? belief.uids.length - 1 : later - 1
        const place = belief.uids.includes(uid)
          ? belief.uids.indexOf(uid)
          : belief.uids.lastIndexOf(null, last)
        expect(place).toBeGreaterThanOrEqual(0)
        belief.uids.splice(place, 1)
      }
    } else if (fetched !== null) {
      const place = Number(fetched[1]) - 1
      expect(place).toBeLessThan(belief.uids.length)
      expect(belief.uids[place] ?? Number(fetched[2])).toBe(Number(fetched[2]))
      belief.uids[place] = Number(fetched[2])
    }
  }
}

const numbersOf = (set: string): number[] =>
  set.split(',').flatMap(piece => {
    const [first = 0, last = first] = piece.split(':').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })

async function ask(belief: Belief, command: string, mayShrink: boolean): Promise<void> {
  const { lines, done } = await belief.client.ask(command)
  learn(belief, lines, mayShrink)
  // A number that somebody else has just removed is no fault of either side.
  expect(done).toMatch(/^(?:OK|NO)/)
}

const lookUp = (belief: Belief) =>
  belief.uids.length > 0 ? ask(belief, 'FETCH 1:* (UID FLAGS)', false) : Promise.resolve()

const one = (belief: Belief, at: number): number => (at % belief.uids.length) + 1

type Deed = { who: number; what: string; at: number }

async function perform(site: ImapTestServer, belief: Belief, { what, at }: Deed): Promise<void> {
  if (what === 'deliver') return void site.mailbox.deliver('INBOX', letter)
  if (what === 'append') return ask(belief, `APPEND INBOX {${letter.length}+}\r\n${letter}`, true)
  if (what === 'noop') return ask(belief, 'NOOP', true)
  if (belief.uids.length === 0) return
  const number = one(belief, at)
  if (what === 'delete') return ask(belief, `STORE ${number} +FLAGS (\\Deleted)`, false)
  if (what === 'flag') return ask(belief, `STORE ${number} FLAGS (k${at})`, false)
  if (what === 'uid flag') return ask(belief, `UID STORE ${at + 1} +FLAGS (\\Seen)`, true)
  if (what === 'move') return ask(belief, `MOVE ${number} Archive`, true)
  if (what === 'copy') return ask(belief, `COPY ${number} INBOX`, true)
  if (what === 'search') return ask(belief, 'SEARCH ALL', false)
  if (what === 'fetch') return lookUp(belief)
  if (what === 'remove') await ask(belief, `STORE ${number} +FLAGS.SILENT (\\Deleted)`, false)
  return ask(belief, 'EXPUNGE', true)
}

const deeds = [
  'deliver',
  'append',
  'noop',
  'delete',
  'flag',
  'uid flag',
  'move',
  'copy',
  'search',
  'fetch',
  'expunge',
  'remove',
  'remove',
]

it('two sessions that work on one folder never believe a number that is not so', async () => {
  const deed = fc.record({ who: fc.nat(1), what: fc.constantFrom(...deeds), at: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 40, size: 'max' }), async history => {
      const site = await startImap()
      for (let count = 0; count < 5; count++) site.mailbox.deliver('INBOX', letter)
      const clients = [await site.selected(), await site.signedIn()] as const
      expect(await clients[1].say('ENABLE QRESYNC')).toMatch(/^OK/)
      expect(await clients[1].say('SELECT INBOX')).toMatch(/^OK/)
      const uids = [1, 2, 3, 4, 5]
      const beliefs: Belief[] = clients.map((client, at) => ({
        client,
        uids: [...uids],
        isQresync: at === 1,
      }))
      for (const done of history) {
        const belief = beliefs[done.who]
        if (belief === undefined) continue
        await perform(site, belief, done)
      }
      const kept = site.mailbox.folder('INBOX').messages.map(({ uid }) => uid)
      for (const belief of beliefs) {
        await lookUp(belief)
        await ask(belief, 'NOOP', true)
        await lookUp(belief)
        expect(belief.uids).toEqual(kept)
        belief.client.socket().destroy()
      }
      expect(site.faults).toEqual([])
      await site.close(0)
    }),
    { numRuns: 30 },
  )
}, 120_000)
