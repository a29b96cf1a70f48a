/** Tests the octets on the wire, their recipients, and the use of connections. */
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { type SmtpScript, startScriptedSmtp } from '../../testing/scripted-smtp-server.ts'
import type { DelivererDeps } from './deliver.ts'
import { deliveryTo, farNames, type NameTable, testDeliverer } from './testing/test-deliverer.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function scripted(script: SmtpScript = {}, deps: Partial<DelivererDeps> & { names?: NameTable } = {}) {
  const server = await startScriptedSmtp(script)
  cleanUps.push(() => server.stop())
  const deliverer = testDeliverer({ mxPort: server.port, ...deps })
  cleanUps.push(() => deliverer.close())
  return { server, deliverer }
}

describe('recipients', () => {
  it('each get their own verdict, and only those accepted get the mail', async () => {
    for (const extensions of [['PIPELINING'], []]) {
      const { server, deliverer } = await scripted({
        extensions,
        rcpt: address => ({ no: '550 5.1.1 no', later: '450 4.2.0 later' })[address.split('@', 1)[0] ?? ''],
      })
      const verdicts = await deliverer.deliver(
        deliveryTo([
          'ok@far.test',
          'no@far.test',
          'later@far.test',
          'two@far.test',
          'no address',
          'ok@far.test',
        ]),
      )
      expect(verdicts.map(({ recipient, outcome, reason }) => [recipient, outcome, reason])).toEqual([
        ['ok@far.test', 'delivered', 'accepted'],
        ['no@far.test', 'failed', 'recipientRefused'],
        ['later@far.test', 'deferred', 'recipientRefused'],
        ['two@far.test', 'delivered', 'accepted'],
        ['no address', 'failed', 'badAddress'],
        ['ok@far.test', 'delivered', 'accepted'],
      ])
      expect(server.messages.map(({ recipients }) => recipients)).toEqual([['ok@far.test', 'two@far.test']])
    }
  })

  it('that are more than a server takes at once go in several mails', async () => {
    let inThisMail = 0
    const { server, deliverer } = await scripted({
      mail: () => {
        inThisMail = 0
        return undefined
      },
      rcpt: () => (++inThisMail > 30 ? '452 4.5.3 too many recipients' : undefined),
    })
    const recipients = Array.from({ length: 250 }, (_, index) => `u${index}@far.test`)
    const verdicts = await deliverer.deliver(deliveryTo(recipients))
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']))
    expect(server.messages.flatMap(message => message.recipients).sort()).toEqual([...recipients].sort())
    expect(server.connections()).toBe(1)
  })

  it('cannot bring in a command, and neither can the sender', async () => {
    const { server, deliverer } = await scripted()
    const evil = [
      'a@far.test>\r\nRCPT TO:<x@evil.test',
      'a@far.test\nDATA',
      'a b@far.test',
      '"a\0"@far.test',
      '<a@far.test>',
      'a@far.test> SIZE=1',
      '',
    ]
    const verdicts = await deliverer.deliver(deliveryTo(evil))
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['badAddress']))
    for (const from of evil.slice(0, -1)) {
      const [verdict] = await deliverer.deliver(
        deliveryTo(['a@far.test'], { envelope: { from, recipients: ['a@far.test'], smtpUtf8: false } }),
      )
      expect(verdict).toMatchObject({ outcome: 'failed', reason: 'badAddress', status: '5.1.7' })
    }
    expect(server.connections()).toBe(0)
  })

  it('of the null sender are served', async () => {
    const { server, deliverer } = await scripted()
    await deliverer.deliver(
      deliveryTo(['a@far.test'], { envelope: { from: '', recipients: ['a@far.test'], smtpUtf8: false } }),
    )
    expect(server.messages[0]?.mail).toMatch(/^MAIL FROM:<> /)
  })
})

describe('the message', () => {
  it('has no line end but CRLF on the wire, and cannot end before its end', async () => {
    const { server, deliverer } = await scripted()
    const tricks = [
      '\n.\n',
      '\r.\r',
      '\r\n.\n',
      '\n.\r\n',
      '\r.\r\n',
      '\r\n.\r',
      '\n..\r\n',
      '\r\n..\r\n',
      '\r\n.\r\n',
    ]
    const message = Buffer.from(
      `Subject: x\r\n\r\na${tricks.map(trick => `${trick}MAIL FROM:<x@evil.test>`).join('')}`,
    )
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], { message }))
    expect(verdict?.outcome).toBe('delivered')
    expect(server.messages).toHaveLength(1)
    const wire = server.messages[0]?.wire.toString('latin1') ?? ''
    expect(wire.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(wire).not.toMatch(/(?:^|\n)\.(?:\r|\n|$)/)
    expect(wire.endsWith('MAIL FROM:<x@evil.test>\r\n')).toBe(true)
  })

  it('of 10 MB arrives whole', async () => {
    const { server, deliverer } = await scripted()
    const message = Buffer.from(`Subject: big\r\n\r\n${`.${'x'.repeat(75)}\r\n`.repeat(135_000)}`)
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], { message }))
    expect(verdict?.outcome).toBe('delivered')
    expect(server.messages[0]?.data.equals(message)).toBe(true)
  })

  it.each([
    ['too large', ['SIZE 50'], {}, 'tooLarge', '5.3.4'],
    [
      'with addresses outside ASCII',
      ['8BITMIME'],
      { envelope: { from: 'me@here.test', recipients: ['用户@far.test'], smtpUtf8: false } },
      'needsSmtpUtf8',
      '5.6.7',
    ],
    [
      'that needs SMTPUTF8',
      [],
      { envelope: { from: 'me@here.test', recipients: ['a@far.test'], smtpUtf8: true } },
      'needsSmtpUtf8',
      '5.6.7',
    ],
    ['of 8 bits', ['SMTPUTF8'], { message: Buffer.from('Subject: x\r\n\r\n中\r\n') }, 'needs8Bit', '5.6.3'],
  ])(
    '%s for a server that cannot take it comes back, and is not mangled',
    async (_what, extensions, more, reason, status) => {
      const { server, deliverer } = await scripted({ extensions })
      const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test'], more))
      expect(verdict).toMatchObject({ outcome: 'failed', reason, status })
      expect(server.commands.filter(line => line.startsWith('MAIL'))).toEqual([])
    },
  )

  it('says what it needs to a server that can take it, and domains go in ASCII', async () => {
    const names: NameTable = {
      mx: { 'xn--fsqu00a.test': [{ exchange: 'mx.far.test', priority: 1 }] },
      v4: farNames.v4 ?? {},
    }
    const { server, deliverer } = await scripted({}, { names })
    const message = Buffer.from('Subject: 中\r\n\r\n中\r\n')
    const [verdict] = await deliverer.deliver({
      domain: '例子.test',
      relay: null,
      envelope: { from: 'me@例子.test', recipients: ['用户@例子.test'], smtpUtf8: false },
      message,
    })
    expect(verdict?.outcome).toBe('delivered')
    expect(server.commands.slice(1, 3)).toEqual([
      `MAIL FROM:<me@xn--fsqu00a.test> SIZE=${message.length} BODY=8BITMIME SMTPUTF8`,
      'RCPT TO:<用户@xn--fsqu00a.test>',
    ])
  })
})

describe('connections', () => {
  it('are used again, and reset after a refusal', async () => {
    const { server, deliverer } = await scripted({
      rcpt: address => (address.startsWith('no') ? '550 5.1.1 no' : undefined),
    })
    for (const name of ['a', 'no', 'b', 'c']) await deliverer.deliver(deliveryTo([`${name}@far.test`]))
    expect(server.connections()).toBe(1)
    expect(server.messages.map(({ recipients }) => recipients[0])).toEqual([
      'a@far.test',
      'b@far.test',
      'c@far.test',
    ])
    expect(server.commands.filter(line => line === 'RSET')).toHaveLength(1)
  })

  it('that the other side closed meanwhile are replaced without a word', async () => {
    const { server, deliverer } = await scripted({
      mail: () => (server.messages.length === 1 && server.connections() === 1 ? 'cut' : undefined),
    })
    await deliverer.deliver(deliveryTo(['a@far.test']))
    const [verdict] = await deliverer.deliver(deliveryTo(['b@far.test']))
    expect(verdict?.outcome).toBe('delivered')
    expect(server.connections()).toBe(2)
  })

  it('are bounded, closed when idle, and end with a good-bye', async () => {
    const { server, deliverer } = await scripted({}, { pool: { perPlace: 3, idleMs: 50 } })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => deliverer.deliver(deliveryTo([`u${index}@far.test`]))),
    )
    expect(server.messages).toHaveLength(20)
    expect(server.connections()).toBeLessThanOrEqual(3)
    await eventually('all are closed', () => server.open() === 0)
    expect(server.commands).toContain('QUIT')
  })

  it('end after as many mails as one may carry', async () => {
    const { server, deliverer } = await scripted({}, { pool: { uses: 2 } })
    for (let count = 0; count < 5; count++) await deliverer.deliver(deliveryTo(['a@far.test']))
    expect(server.connections()).toBe(3)
  })

  it('are closed by close(), after what is under way', async () => {
    const { server, deliverer } = await scripted()
    const under = deliverer.deliver(deliveryTo(['a@far.test']))
    await deliverer.close()
    expect((await under)[0]?.outcome).toBe('delivered')
    await eventually('all are closed', () => server.open() === 0)
  })

  it('are given up when the caller gives up, before the dot and after it', async () => {
    for (const [script, reason] of [
      [{ mail: 'silence' }, 'aborted'],
      [{ dot: 'silence' }, 'unknownAfterDot'],
      [{ banner: 'silence' }, 'aborted'],
    ] as const) {
      const { server, deliverer } = await scripted(script)
      const stop = new AbortController()
      const delivering = deliverer.deliver(deliveryTo(['a@far.test'], { signal: stop.signal }))
      await eventually(
        'it is under way',
        () =>
          server.commands.length > (reason === 'aborted' ? 1 : 3) ||
          (script as SmtpScript).banner !== undefined,
      )
      if (reason === 'unknownAfterDot') await eventually('it was sent', () => server.messages.length === 1)
      stop.abort()
      expect((await delivering)[0]).toMatchObject({ outcome: 'deferred', reason })
    }
  })
})

describe('the next server', () => {
  const two: NameTable = {
    mx: {
      'far.test': [
        { exchange: 'mx.far.test', priority: 10 },
        { exchange: 'mx2.far.test', priority: 20 },
      ],
    },
    v4: { 'mx.far.test': ['127.0.0.1'], 'mx2.far.test': ['127.0.0.2'] },
  }
  const allowPrivate = () => true

  it.each<[string, SmtpScript]>([
    ['refuses to talk', { banner: '554 5.3.2 no' }],
    ['is closing down', { mail: '421 4.3.2 bye' }],
    ['hangs up in the middle', { rcpt: 'cut' }],
    ['hangs up at DATA', { data: 'cut' }],
  ])('is asked when the first %s', async (_what, script) => {
    const { server, deliverer } = await scripted(script, { names: two, allowPrivate })
    const second = await startScriptedSmtp({ host: '127.0.0.2', port: server.port })
    cleanUps.push(() => second.stop())
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
    expect(verdict).toMatchObject({ outcome: 'delivered', host: 'mx2.far.test' })
  })

  it.each<[string, SmtpScript]>([
    ['refused the recipient', { rcpt: '550 5.1.1 no' }],
    ['refused the message', { dot: '554 5.7.1 spam' }],
    ['was lost after the dot', { dot: 'cut' }],
  ])('is not asked when the first %s', async (_what, script) => {
    const { server, deliverer } = await scripted(script, { names: two, allowPrivate })
    const second = await startScriptedSmtp({ host: '127.0.0.2', port: server.port })
    cleanUps.push(() => second.stop())
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
    expect(verdict).toMatchObject({ host: 'mx.far.test' })
    expect(second.connections()).toBe(0)
  })
})

describe('a destination that takes no mail', () => {
  it('does not hold up another, however many wait for it', async () => {
    const names: NameTable = {
      mx: {
        'mute.test': [{ exchange: 'mx.mute.test', priority: 1 }],
        'far.test': [{ exchange: 'mx.far.test', priority: 1 }],
      },
      v4: { 'mx.mute.test': ['127.0.0.2'], 'mx.far.test': ['127.0.0.1'] },
    }
    const options = { names, allowPrivate: () => true, concurrent: 10, pool: { perPlace: 5 } }
    const { server, deliverer } = await scripted({}, options)
    const mute = await startScriptedSmtp({ host: '127.0.0.2', port: server.port, banner: 'silence' })
    cleanUps.push(() => mute.stop())
    const stop = new AbortController()
    const waiting = Array.from({ length: 100 }, (_, index) =>
      deliverer.deliver(deliveryTo([`u${index}@mute.test`], { domain: 'mute.test', signal: stop.signal })),
    )
    await eventually('it is as busy as it may be', () => mute.connections() === 5)
    const [verdict] = await deliverer.deliver(deliveryTo(['a@far.test']))
    expect(verdict?.outcome).toBe('delivered')
    stop.abort()
    const verdicts = (await Promise.all(waiting)).flat()
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['aborted']))
    expect(mute.connections()).toBe(5)
  })
})
