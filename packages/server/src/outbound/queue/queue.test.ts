import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, hour, leapMs, minute } from '../../kernel/clock.ts'
import { type Fact, fact, storedFact } from '../../ledger/fact/fact.ts'
import {
  afterFailure,
  type FailedTry,
  heldReasons,
  impossibleAfter,
  ownWords,
  type RetryPlan,
  relayMark,
  shownHost,
  theirWords,
  whyWords,
} from './queue.ts'

const plan: RetryPlan = { retryMinutes: [5, 10, 20, 40, 60, 120, 240], queueDays: 5 }
const start = Date.UTC(2026, 9, 20)

/** Simulates a recipient whose every attempt fails while the clock leaps between attempts. */
function live(of: RetryPlan, leaps: readonly number[], rounds: number) {
  let now = start
  let dueAt = start
  let queuedAt = start
  const tries: { now: number; nextAt: number | null }[] = []
  for (let attempts = 1; attempts <= rounds; attempts++) {
    now = Math.max(dueAt, now) + (leaps[attempts - 1] ?? 0)
    // The queue takes up times that lie too far ahead; otherwise it waits until the time comes.
    if (now < dueAt && dueAt <= impossibleAfter(of, now)) now = dueAt
    const next = afterFailure(of, { attempts, queuedAt, dueAt, reason: 'none', now })
    tries.push({ now, nextAt: next.nextAt })
    if (next.nextAt === null) break
    queuedAt = next.queuedAt
    dueAt = next.nextAt
  }
  return tries
}

const plans = fc.record({
  retryMinutes: fc.array(fc.integer({ min: 1, max: 1440 }), { minLength: 1, maxLength: 8 }),
  queueDays: fc.integer({ min: 1, max: 14 }),
})
const moment = fc.integer({ min: start - 30 * day, max: start + 30 * day })
const tries: fc.Arbitrary<FailedTry> = fc.record({
  attempts: fc.integer({ min: 1, max: 2000 }),
  queuedAt: moment,
  dueAt: moment,
  reason: fc.constantFrom('none', 'resting', 'recipientRefused', ...heldReasons),
  now: moment,
})

describe('a try that failed', () => {
  it('is followed by others at the times of the plan until the days are over', () => {
    const made = live(plan, [], 100)
    expect(made.slice(0, 9).map(({ now, nextAt }) => ((nextAt ?? 0) - now) / minute)).toEqual([
      5, 10, 20, 40, 60, 120, 240, 240, 240,
    ])
    const last = made.at(-1)
    expect(last?.nextAt).toBeNull()
    expect((last?.now ?? 0) - start).toBeGreaterThanOrEqual(5 * day)
    expect((last?.now ?? 0) - start).toBeLessThan(5 * day + 4 * hour)
  })

  it('is not the last when the clock leapt three days ahead: the mail has as many tries as without', () => {
    const made = live(plan, [0, 0, 0, 0, 0, 0, 0, 0, 3 * day], 100)
    expect(made).toHaveLength(live(plan, [], 100).length)
    expect((made.at(-1)?.now ?? 0) - start).toBeGreaterThanOrEqual(8 * day)
  })

  it('is not the last after a month in which the program was off', () => {
    const made = live(plan, [0, 0, 0, 0, 0, 0, 0, 0, 30 * day], 100)
    expect(made).toHaveLength(live(plan, [], 100).length)
  })

  it('does not wait longer when the clock was set back a day, and lives a day longer at most', () => {
    const made = live(plan, [0, 0, 0, 0, 0, 0, 0, 0, -day], 100)
    const tried = made.length - live(plan, [], 100).length
    expect(tried).toBeGreaterThanOrEqual(0)
    expect(tried).toBeLessThanOrEqual(day / (4 * hour))
  })

  it('after a stop of its sender has its whole time before it', () => {
    for (const reason of heldReasons) {
      const now = start + 20 * day
      const next = afterFailure(plan, { attempts: 9, queuedAt: start, dueAt: now - minute, reason, now })
      expect(next).toEqual({ queuedAt: now, nextAt: now + 4 * hour })
    }
  })

  it('is never planned for the past, nor further ahead than the plan says, whatever the clock did', () => {
    fc.assert(
      fc.property(plans, tries, (of, tried) => {
        const { nextAt, queuedAt } = afterFailure(of, tried)
        expect(queuedAt).toBeLessThanOrEqual(tried.now)
        if (nextAt === null) return
        expect(nextAt).toBeGreaterThan(tried.now)
        expect(nextAt).toBeLessThan(impossibleAfter(of, tried.now))
      }),
    )
  })

  it('that comes after a gap is never the last', () => {
    fc.assert(
      fc.property(plans, tries, (of, tried) => {
        const late = { ...tried, dueAt: tried.now - leapMs - 1 }
        expect(afterFailure(of, late).nextAt).not.toBeNull()
      }),
    )
  })

  it('is not made the last by a later beginning', () => {
    fc.assert(
      fc.property(plans, tries, fc.nat(30 * day), (of, tried, later) => {
        if (afterFailure(of, tried).nextAt === null) return
        const younger = { ...tried, queuedAt: tried.queuedAt + later }
        expect(afterFailure(of, younger).nextAt).not.toBeNull()
      }),
    )
  })

  it('leaves a mail no fewer tries than a clock that goes right, wherever it leaps ahead', () => {
    const days = fc.integer({ min: leapMs + 4 * hour, max: 40 * day })
    fc.assert(
      fc.property(plans, fc.nat(30), days, (of, at, leap) => {
        const leaps = [...Array.from({ length: at }, () => 0), leap]
        const usual = live(of, [], 300).length
        expect(live(of, leaps, 301).length).toBeGreaterThanOrEqual(Math.min(usual, 300))
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is said about a delivery', () => {
  it('is the other side’s only when it is a reply or from a report of theirs', () => {
    const reply = { reason: 'recipientRefused', answer: '550 5.1.1 no such user' } as const
    expect([theirWords(reply), ownWords(reply)]).toEqual([reply.answer, ''])
    for (const answer of ['no server was reached', '2500 ways', '64 bytes', '']) {
      const noted = { reason: 'unreachable', answer } as const
      expect([theirWords(noted), ownWords(noted)]).toEqual(['', answer])
    }
    expect(theirWords({ reason: 'reportedBack', answer: 'mailbox went away' })).toBe('mailbox went away')
  })

  it('has a sentence for people, and what was given up says what it failed at', () => {
    const late = { reason: 'timeout', cause: '', answer: '', status: null } as const
    expect(whyWords({ ...late, host: 'mx.test' })).toBe('对方服务器没有及时回应')
    expect(whyWords({ ...late, host: relayMark })).toBe('中继服务器没有及时回应')
    const expired = (cause: Fact | null) =>
      whyWords({ reason: 'expired', host: '', cause: storedFact(cause), answer: '', status: null })
    const failed = fact('deliveryFailed', { reason: 'unreachable' })
    expect(expired(failed)).toBe('多次尝试都没有送达，已经放弃：连不上对方服务器')
    expect(expired(null)).toBe('多次尝试都没有送达，已经放弃')
    const ofEarlierVersion = fact('sentence', { text: '连不上对方服务器' })
    expect(expired(ofEarlierVersion)).toBe('多次尝试都没有送达，已经放弃：连不上对方服务器')
  })

  it('says why the other side refused, in our words, when its own are understood', () => {
    const refused = { reason: 'recipientRefused', host: 'mx.test', cause: '', status: '5.2.2' } as const
    const why = (answer: string) => whyWords({ ...refused, answer })
    expect(why('552 5.2.2 mailbox full')).toBe('对方邮箱满了（对方服务器不接受收件人）')
    expect(why('554 Transaction failed')).toBe('对方邮箱满了（对方服务器不接受收件人）')
    expect(whyWords({ ...refused, answer: '554 Transaction failed', status: null })).toBe(
      '对方服务器不接受收件人',
    )
    expect(whyWords({ ...refused, reason: 'expired', answer: '450 4.2.1 Greylisted' })).toBe(
      '多次尝试都没有送达，已经放弃：来信太快、太多，或是初次来信，对方一时不收',
    )
  })

  it('names a relay, and every other server as it is called', () => {
    expect([shownHost(relayMark), shownHost('mx.test')]).toEqual(['中继服务器', 'mx.test'])
  })
})
