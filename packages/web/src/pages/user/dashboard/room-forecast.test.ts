import type { Dashboard } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { roomForecast } from './room-forecast.ts'

const now = Date.parse('2026-03-08T12:00:00Z')
const GB = 1_073_741_824

/** A week, to the end of the day; what came is spread over its last days. */
function week(given: {
  mailDays?: number
  bytes?: number
  freeMb?: number | null
  limit?: number | null
}): Dashboard {
  const { mailDays = 7, bytes = 0, freeMb = null, limit = null } = given
  const points = Array.from({ length: 7 }, (_, at) => ({
    at: new Date(Date.parse('2026-03-02T00:00:00Z') + at * 86_400_000).toISOString(),
    value: at >= 7 - mailDays && bytes > 0 ? 10 : 0,
  }))
  const node = {
    id: 'n',
    host: 'a',
    version: '1',
    startedAt: '',
    seenAt: '',
    alive: true,
    memoryMb: 1,
    backlog: 0,
  }
  return {
    scope: 'admin',
    from: '2026-03-02T00:00:00Z',
    to: '2026-03-09T00:00:00Z',
    stepMinutes: 1440,
    figures: { bytes },
    before: {},
    series: [{ name: 'received', points }],
    refusals: [],
    senders: [],
    storage: { usedBytes: 0, limitBytes: limit },
    mailboxes: null,
    speed: null,
    nodes: [
      {
        ...node,
        writeMs: 1,
        diskUsedPercent: null,
        diskFreeMb: freeMb,
        certificateEndsAt: null,
        certificateSelfSigned: false,
        smtpPort: 25,
      },
    ],
  }
}
const textOf = (data: Dashboard) => roomForecast(data, now)?.text ?? null

it('goes by the days in which mail came, not by the span', () => {
  // Six and a half days, and one and a half.
  expect(textOf(week({ bytes: 6.5 * GB, freeMb: 102_400 }))).toContain('一天 1 GB），不算删除，够用约 3 个月')
  expect(textOf(week({ bytes: 1.5 * GB, mailDays: 2, freeMb: 20_480 }))).toContain(
    '一天 1 GB），不算删除，够用约 20 天',
  )
})

it('goes by the narrowest bound, and warns when it is near', () => {
  const near = roomForecast(week({ bytes: 6.5 * GB, freeMb: 102_400, limit: 3 * GB }), now)
  expect(near).toMatchObject({ text: expect.stringContaining('够用约 3 天'), soon: true })
  expect(roomForecast(week({ bytes: 6.5 * GB, freeMb: 512 }), now)).toMatchObject({
    text: expect.stringContaining('够用不到 1 天'),
    soon: true,
  })
  expect(roomForecast(week({ bytes: 1000, freeMb: 512 }), now)).toMatchObject({
    text: expect.stringContaining('够用两年以上'),
    soon: false,
  })
})

it('says from the first day what will stand there, and nothing where there is no bound', () => {
  expect(textOf(week({ freeMb: 2048 }))).toBe('还剩 2 GB；有了来信，这里说够用多久')
  expect(textOf(week({ bytes: GB }))).toBeNull()
})
