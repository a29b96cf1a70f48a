import { describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  write(createLog('info', { write: line => void lines.push(line) }))
  return lines
}

describe('the log', () => {
  it('cuts secrets out wherever they stand', () => {
    const secrets = {
      password: 's3cret',
      token: 's3cret',
      authorization: 's3cret',
      totp: 's3cret',
      secret: 's3cret',
      queryPassword: 's3cret',
      claimToken: 's3cret',
      'x-query-password': 's3cret',
      'x-claim-token': 's3cret',
    }
    const [line] = logged(log =>
      log.info({ ...secrets, body: secrets, request: { headers: secrets } }, 'asked'),
    )
    expect(line).not.toContain('s3cret')
    expect(line).toContain('[redacted]')
  })

  it('is one JSON object a line, whatever it is given', () => {
    const lines = logged(log => {
      log.info({ name: 'a\r\n{"level":"fatal"}' }, 'b\n{"level":"fatal"}\u2028')
      log.error({ err: new Error('with\nlines') }, 'failed')
      log.debug('not at this level')
    })
    expect(lines).toHaveLength(2)
    expect(lines.map(line => (JSON.parse(line) as { level: string }).level)).toEqual(['info', 'error'])
    for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1)
  })

  it('keeps the code of an error, which operators need', () => {
    const fault = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const [line] = logged(log => log.error({ err: fault }, 'request failed'))
    expect(JSON.parse(line ?? '')).toMatchObject({ err: { code: '40P01', message: 'deadlock detected' } })
  })

  it('does not grow with a fault that comes again and again, and tells how often it came', async () => {
    const lines: string[] = []
    const log = createLog(
      'info',
      { write: line => void lines.push(line) },
      { repeats: { shown: 3, spanMs: 100 } },
    )
    const messages = () => lines.map(line => (JSON.parse(line) as { msg: string }).msg)
    for (let times = 0; times < 1000; times++) log.error({ err: new Error('full') }, 'message not stored')
    log.error('something else')
    for (let times = 0; times < 10; times++) log.info('as usual')
    expect(messages().filter(msg => msg === 'message not stored')).toHaveLength(3)
    expect(messages().filter(msg => msg === 'as usual')).toHaveLength(10)
    expect(messages()).toContain('something else')
    await eventually('the rest is counted', () => messages().includes('again: message not stored'))
    expect(lines.at(-1)).toContain('"leftOut":997')
    log.error({ err: new Error('full') }, 'message not stored')
    expect(messages().at(-1)).toBe('message not stored')
  })
})

describe('the figures', () => {
  it('are written as Prometheus reads them', async () => {
    const metrics = createMetrics()
    const mails = metrics.counter('mails_total', 'Mails.')
    mails.add({ result: 'accepted' })
    mails.add({ result: 'accepted' }, 2)
    mails.add({ result: 'with "quotes", \\ and\nlines' })
    metrics.gauge('open', 'Open.', async () => 7)
    const seconds = metrics.histogram('seconds', 'Time.', [0.1, 1])
    for (const value of [0.1, 0.5, 5]) seconds.observe(value, { route: '/a' })
    expect(await metrics.render()).toBe(`# HELP mails_total Mails.
# TYPE mails_total counter
mails_total{result="accepted"} 3
mails_total{result="with \\"quotes\\", \\\\ and\\nlines"} 1
# HELP open Open.
# TYPE open gauge
open 7
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{route="/a",le="0.1"} 1
seconds_bucket{route="/a",le="1"} 2
seconds_bucket{route="/a",le="+Inf"} 3
seconds_sum{route="/a"} 5.6
seconds_count{route="/a"} 3
`)
  })
})
