/** Tests hostile or broken servers: no hang, no flood, no wrong verdict. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Act,
  type SmtpScript,
  startScriptedSmtp,
  testCertificateFor,
} from '../../testing/scripted-smtp-server.ts'
import type { SmtpClientLimits } from './smtp/limits.ts'
import { deliveryTo, testDeliverer } from './testing/test-deliverer.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function verdictOf(script: SmtpScript, limits: Partial<SmtpClientLimits> = {}) {
  const server = await startScriptedSmtp(script)
  cleanUps.push(() => server.stop())
  const deliverer = testDeliverer({ mxPort: server.port, limits })
  cleanUps.push(() => deliverer.close())
  const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
  return { verdict, server }
}

describe('an answer', () => {
  it.each<[string, Act]>([
    ['of lines without end', { raw: '250-more\r\n'.repeat(100_000) }],
    ['with a line of 1 MB', { raw: `250 ${'x'.repeat(1_000_000)}\r\n` }],
    ['of 1 MB without a line end', { raw: 'x'.repeat(1_000_000) }],
    ['that is no reply', { raw: 'HTTP/1.1 400 Bad Request\r\n\r\n' }],
    ['of nothing but NUL', { raw: Buffer.alloc(50_000) }],
    ['with codes that differ', { raw: '250-ok\r\n550 no\r\n' }],
    ['with a code out of range', { raw: '999 ok\r\n' }],
  ])('%s is given up', async (_what, act) => {
    for (const script of [{ banner: act }, { hello: act }, { mail: act }, { rcpt: act }]) {
      const { verdict, server } = await verdictOf(script)
      expect(verdict).toMatchObject({ outcome: 'deferred', reason: 'badAnswer' })
      expect(server.messages).toHaveLength(0)
    }
  })

  it('with NULs, escapes and direction marks is cleaned before anybody sees it', async () => {
    const { verdict } = await verdictOf({
      rcpt: { raw: Buffer.from(`550 5.1.1 a\0b\x1b[31m\u202ec\x07${'x'.repeat(3000)}\r\n`) },
    })
    expect(verdict?.answer).toMatch(/^550 5\.1\.1 a b \[31mc x+…$/)
    expect(verdict?.answer.length).toBeLessThanOrEqual(500)
  })

  it.each([
    ['450', 'deferred'],
    ['550', 'failed'],
  ])('of a thousand lines and one means what its code %s says', async (code, outcome) => {
    const many = `${code}-5.7.1 read this\r\n`.repeat(1000)
    const { verdict } = await verdictOf({ dot: { raw: `${many}${code} 5.7.1 the end\r\n` } })
    expect(verdict).toMatchObject({ outcome, reason: 'messageRefused' })
    expect(verdict?.answer.length).toBeLessThanOrEqual(500)
  })

  it('of several lines is shown as one', async () => {
    const { verdict } = await verdictOf({
      rcpt: '550 5.7.1 go away\n5.7.1 see https://far.test\n5.7.1 really',
    })
    expect(verdict).toMatchObject({
      answer: '550 5.7.1 go away see https://far.test really',
      status: '5.7.1',
    })
  })

  it('whose status contradicts its code is judged by the code', async () => {
    const { verdict } = await verdictOf({ rcpt: '550 4.2.1 which is it' })
    expect(verdict).toMatchObject({ outcome: 'failed', status: null })
  })

  it('that came before the question is not taken for the answer', async () => {
    const early = { raw: `220 hi\r\n${'250 ok\r\n'.repeat(3)}354 go\r\n250 taken\r\n` }
    const { verdict, server } = await verdictOf({ banner: early })
    expect(verdict).toMatchObject({ outcome: 'deferred', reason: 'badAnswer' })
    expect(server.messages).toHaveLength(0)
    const more = await verdictOf({ data: { raw: '354 go\r\n250 taken\r\n' } })
    expect(more.verdict).toMatchObject({ outcome: 'deferred', reason: 'badAnswer' })
  })
})

describe('a server that', () => {
  it.each<[string, SmtpScript, Partial<SmtpClientLimits>]>([
    ['says nothing at all', { banner: 'silence' }, { bannerMs: 300 }],
    ['says nothing to EHLO', { hello: 'silence' }, { commandMs: 300 }],
    ['says nothing to MAIL', { mail: 'silence' }, { mailMs: 300 }],
    ['says nothing to RCPT', { rcpt: 'silence' }, { rcptMs: 300 }],
    ['says nothing to DATA', { data: 'silence' }, { dataMs: 300 }],
    [
      'drips its banner',
      { banner: { drip: '220 a very slow server indeed\r\n', everyMs: 60 } },
      { bannerMs: 300 },
    ],
    [
      'drips lines without end',
      { hello: { drip: '250-x\r\n'.repeat(100), everyMs: 10 } },
      { commandMs: 300 },
    ],
  ])('%s is waited for only so long', async (_what, script, limits) => {
    const { verdict } = await verdictOf(script, limits)
    expect(verdict).toMatchObject({ outcome: 'deferred', reason: 'timeout', host: 'mx.far.test' })
  })

  it.each<[string, SmtpScript, string]>([
    ['hangs up at once', { banner: 'cut' }, 'cut'],
    ['hangs up after EHLO', { hello: 'cut' }, 'cut'],
    ['hangs up at MAIL', { mail: 'cut' }, 'cut'],
    ['hangs up at RCPT', { rcpt: 'cut' }, 'cut'],
    ['hangs up at DATA', { data: 'cut' }, 'cut'],
    ['hangs up after the dot', { dot: 'cut' }, 'unknownAfterDot'],
    ['says nothing after the dot', { dot: 'silence' }, 'unknownAfterDot'],
    ['says nonsense after the dot', { dot: { raw: 'what?\r\n' } }, 'unknownAfterDot'],
  ])('%s is tried again later', async (_what, script, reason) => {
    const { verdict } = await verdictOf(script, { dotMs: 300 })
    expect(verdict).toMatchObject({ outcome: 'deferred', reason, host: 'mx.far.test' })
  })

  it('slips in plain text behind STARTTLS is not believed', async () => {
    const tls = testCertificateFor('mx.far.test')
    const injected = { raw: '220 ready\r\n250-injected\r\n250 AUTH PLAIN\r\n' }
    const { verdict, server } = await verdictOf({ tls, startTls: injected })
    // Encryption was optional here, so the mail goes in clear over a new connection.
    expect(verdict).toMatchObject({ outcome: 'delivered' })
    expect(server.messages).toMatchObject([{ encrypted: false, connection: 2 }])
  })

  it('refuses in the middle of a large message is heard', async () => {
    const script: SmtpScript = {
      tooMuch: { bytes: 200_000, act: '552 5.3.4 too big' },
      extensions: ['PIPELINING'],
    }
    const server = await startScriptedSmtp(script)
    cleanUps.push(() => server.stop())
    const deliverer = testDeliverer({ mxPort: server.port })
    cleanUps.push(() => deliverer.close())
    const message = Buffer.from(`Subject: x\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(200_000)}`)
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], { message }))
    expect(verdict).toMatchObject({ outcome: 'failed', reason: 'messageRefused', status: '5.3.4' })
  })
})
