import { afterEach, describe, expect, it } from 'vitest'
import { type SmtpScript, startScriptedSmtp } from '../../testing/scripted-smtp-server.ts'
import { deliveryTo, sample, testDeliverer } from './testing/test-deliverer.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function scripted(script: SmtpScript = {}) {
  const server = await startScriptedSmtp(script)
  cleanUps.push(() => server.stop())
  const deliverer = testDeliverer({ mxPort: server.port })
  cleanUps.push(() => deliverer.close())
  return { server, deliverer }
}

const outcomes = (verdicts: readonly { outcome: string; reason: string }[]) =>
  verdicts.map(({ outcome, reason }) => `${outcome} ${reason}`)

describe('a mail to a server that is well', () => {
  it('is delivered as it is, in one conversation', async () => {
    const { server, deliverer } = await scripted()
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
    expect(verdict).toEqual({
      recipient: 'a@far.test',
      outcome: 'delivered',
      reason: 'accepted',
      answer: '250 2.0.0 taken',
      host: 'mx.far.test',
      status: '2.0.0',
    })
    expect(server.messages[0]?.data.equals(sample)).toBe(true)
    expect(server.messages[0]).toMatchObject({ from: 'me@here.test', recipients: ['a@far.test'] })
    expect(server.commands.slice(0, 4)).toEqual([
      'EHLO mail.here.test',
      `MAIL FROM:<me@here.test> SIZE=${sample.length}`,
      'RCPT TO:<a@far.test>',
      'DATA',
    ])
  })
})

/** A refusal at each stage (RFC 5321), temporary and permanent. */
const stages: [string, (code: string) => SmtpScript, string][] = [
  ['banner', code => ({ banner: `${code} no` }), 'bannerRefused'],
  ['EHLO', code => ({ hello: `${code} no` }), 'helloRefused'],
  ['MAIL', code => ({ mail: `${code} no` }), 'senderRefused'],
  ['RCPT', code => ({ rcpt: `${code} no` }), 'recipientRefused'],
  ['DATA', code => ({ data: `${code} no` }), 'dataRefused'],
  ['the dot', code => ({ dot: `${code} no` }), 'messageRefused'],
]

describe.each(stages)('a refusal at %s', (_stage, script, reason) => {
  it.each([
    ['451', '4.7.1', 'deferred'],
    ['421', '4.3.2', 'deferred'],
    ['554', '5.7.1', 'failed'],
  ])('with %s %s is %s', async (code, status, outcome) => {
    for (const extensions of [['PIPELINING', '8BITMIME'], ['8BITMIME']]) {
      const { deliverer, server } = await scripted({ extensions, ...script(`${code} ${status}`) })
      const verdicts = await deliverer.deliver(deliveryTo(['a@far.test', 'b@far.test']))
      expect(outcomes(verdicts)).toEqual([`${outcome} ${reason}`, `${outcome} ${reason}`])
      expect(verdicts[0]).toMatchObject({ status, answer: `${code} ${status} no`, host: 'mx.far.test' })
      expect(server.messages.length).toBe(reason === 'messageRefused' ? 1 : 0)
    }
  })
})
