import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { withEvents } from './log/document.ts'
import { logEvents, logFields } from './log/events.ts'
import { isLevelItem, readLevels } from './log/levels.ts'
import { createLog, type Log, type LogOptions } from './log.ts'
import { maskPerson, maskWords } from './log-mask.ts'

type Line = Record<string, unknown>

const linesOf = (
  levels: readonly string[],
  write: (log: Log) => void,
  options: LogOptions = {},
): string[] => {
  const lines: string[] = []
  const log = createLog(readLevels('info', levels), { write: line => void lines.push(line) }, options)
  write(log)
  return lines
}
const parsed = (lines: readonly string[]): Line[] => lines.map(line => JSON.parse(line) as Line)

const failure = (name: string, client = '198.51.100.7') =>
  ({ client, channel: 'pop3', reason: 'wrong', known: 'no', name }) as const

/** Whatever a stranger may choose that could end a line or look like another field. */
const hostile = [
  '","client":"203.0.113.9"',
  'a\n{"level":"info","time":"2026-01-01T00:00:00.000Z","part":"login","event":"login.failed","client":"203.0.113.9"',
  'a\r\n\u2028\u2029\u0085\u000b\u0000b',
  '<HOST> <ADDR> 203.0.113.9',
  '\ud800 \u202e\u2066 mirrored',
  '\\","client":"203.0.113.9',
  `${'x'.repeat(100_000)}`,
]

describe('an event', () => {
  it('has its fields in the declared order, whatever is in them', () => {
    for (const name of hostile) {
      const [line = '', ...more] = linesOf([], log => log.event('login.failed', failure(name)))
      expect(more).toEqual([])
      expect(line.length).toBeLessThan(2000)
      expect(line).toMatch(
        /^\{"level":"info","time":"[^"]+Z","part":"login","event":"login\.failed","client":"198\.51\.100\.7","channel":"pop3","reason":"wrong","known":"no","name":"/,
      )
      expect(line.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(2)
      expect(line).not.toMatch(/[\p{Cf}\p{Cs}]/u)
      expect(Object.keys(JSON.parse(line) as Line)).toEqual([
        ...['level', 'time', 'part', 'event'],
        ...logEvents['login.failed'].fields,
        'msg',
      ])
    }
  })

  it('leaves out fields that have no value', () => {
    const act = { client: '::1', act: 'login', who: 'admin', as: null }
    const [line] = parsed(linesOf([], log => log.event('admin.act', act)))
    expect(line).not.toHaveProperty('as')
  })

  it('tells of an error by its words, its code and where it was, and nothing else that it holds', () => {
    const err = Object.assign(new Error('connect\nrefused'), { code: 'ECONNREFUSED', body: 's3cret' })
    const [line = ''] = linesOf([], log => log.event('job.failed', { job: 'sweep', err }))
    expect(line).not.toContain('s3cret')
    expect(JSON.parse(line)).toMatchObject({
      job: 'sweep',
      err: { type: 'Error', code: 'ECONNREFUSED', message: 'connect?refused' },
    })
  })

  it('of one client is bounded, and the rest is counted', async () => {
    const lines: string[] = []
    const sink = { write: (line: string) => void lines.push(line) }
    const log = createLog('info', sink, { repeats: { shown: 3, spanMs: 100 } })
    for (let times = 0; times < 50; times++) log.event('login.failed', failure('a'))
    for (let times = 0; times < 3; times++) log.event('login.failed', failure('a', '198.51.100.8'))
    expect(lines).toHaveLength(6)
    await eventually('the rest is counted', () => lines.length === 7)
    expect(parsed(lines).at(-1)).toMatchObject({
      ...{ event: 'log.leftOut', of: 'login.failed', client: '198.51.100.7', leftOut: 47 },
    })
  })

  it('is written at the level of its part', () => {
    const write = (log: Log) => {
      log.event('login.ok', { client: '::1', channel: 'http', name: 'ann' })
      log.event('job.failed', { job: 'sweep', err: 'no' })
      log.part('http').info('asked')
      log.part('http').debug('asked for more')
    }
    const told = (...levels: string[]) => parsed(linesOf(levels, write)).map(({ event, msg }) => event ?? msg)
    expect(told()).toEqual(['login.ok', 'job.failed', 'asked'])
    expect(told('warn')).toEqual(['job.failed'])
    expect(told('silent', 'login=info')).toEqual(['login.ok'])
    expect(told('login=error', 'http=debug')).toEqual(['job.failed', 'asked', 'asked for more'])
    expect(told('jobs=silent', 'info')).toEqual(['login.ok', 'asked'])
  })
})

describe('personal data', () => {
  const client = '2001:db8:1:2::7'

  it('is masked in events and in all other lines where that is wanted', () => {
    const lines = linesOf(
      [],
      log => {
        log.event('login.failed', failure('ann.lee@example.com', client))
        log.event('login.ok', { client: '203.0.113.77', channel: 'http', name: '王小明' })
        log.warn({ client, nested: ['to ann.lee@example.com'] }, 'from 203.0.113.77 at 17:23:54')
        log.error({ err: new Error('<ann.lee@example.com> refused by 203.0.113.77:25') }, 'failed')
      },
      { masked: true },
    )
    for (const line of lines) expect(line).not.toMatch(/ann\.|lee@|2::7|203\.0\.113\.77|小明/)
    const [failed, ok, warned, errored] = parsed(lines)
    expect(failed).toMatchObject({ client: '2001:db8:1::/48', name: 'a…@example.com' })
    expect(ok).toMatchObject({ client: '203.0.113.0/24', name: '王…' })
    expect(warned).toMatchObject({ client: '2001:db8:1::/48', nested: ['to a…@example.com'] })
    expect(warned).toMatchObject({ msg: 'from 203.0.113.0/24 at 17:23:54' })
    expect(errored).toMatchObject({ err: { message: '<a…@example.com> refused by 203.0.113.0/24:25' } })
  })

  it('is masked without breaking what stands around it', () => {
    expect(maskPerson('')).toBe('')
    expect(maskPerson('😀name@例子.中国')).toBe('😀…@例子.中国')
    expect(maskWords('postgres://u@db/x 1.2.3 2026-01-01T10:11:12Z ::1')).toBe(
      'postgres://u…@db/x 1.2.3 2026-01-01T10:11:12Z 0:0:0::/48',
    )
  })
})

describe('the settings of the log', () => {
  it.each(['info', 'smtp=debug', 'login=silent'])('take %s', item => expect(isLevelItem(item)).toBe(true))
  it.each(['loud', 'smtp', 'smtp=loud', 'pop=info', 'smtp=info=warn', '=info', ''])('refuse %j', item => {
    expect(isLevelItem(item)).toBe(false)
  })
})

describe('the list of events', () => {
  it('is in the operating guide as it is', () => {
    const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
    expect(withEvents(guide)).toBe(guide)
  })

  it('has no field that no event uses, and the client before what clients choose', () => {
    const used = new Set(Object.values(logEvents).flatMap(({ fields }): readonly string[] => fields))
    expect(Object.keys(logFields).filter(field => !used.has(field))).toEqual([])
    for (const { fields } of Object.values(logEvents)) {
      const at = (fields as readonly string[]).indexOf('client')
      expect(at).toBeLessThanOrEqual(0)
    }
  })
})
