/**
 * Tests the sender checks on messages to which somebody added something after signing, with real signatures
 * and records.
 */
import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '../../mail/envelope.ts'
import { sayChecks } from '../../mail/say-checks.ts'
import type { MessageDetails } from '../../mailbox/mail/message-details.ts'
import { readMessage, tokensOfMessage } from './read-message.ts'
import { noOpinion } from './scan/opinion.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const allowed = '192.0.2.1'

const record = `v=DKIM1; k=rsa; p=${key}`
const records: Readonly<Record<string, string>> = {
  's1._domainkey.bank.test': record,
  's1._domainkey.evil.test': record,
  '_dmarc.bank.test': 'v=DMARC1; p=reject',
  '_dmarc.evil.test': 'v=DMARC1; p=reject',
  'bank.test': `v=spf1 ip4:${allowed} -all`,
  'evil.test': 'v=spf1 ip4:198.51.100.7 -all',
}
const elsewhere = '198.51.100.7'
const resolver = async (name: string, type: string) => {
  const found = type === 'TXT' ? records[name] : undefined
  if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return [[found]]
}

const mail = [
  'From: Bank <service@bank.test>',
  'To: someone@yanshu.test',
  'Subject: your statement',
  'Date: Sun, 15 Nov 2026 05:00:00 +0000',
  'Message-ID: <1@bank.test>',
  '',
  'Nothing in particular.',
  '',
].join('\r\n')

/** The signature's field, to be put before the mail. */
async function sign(text: string, signingDomain: string, maxBodyLength?: number): Promise<string> {
  const by = {
    signingDomain,
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ...(maxBodyLength === undefined ? {} : { maxBodyLength }),
  }
  const signed = await dkimSign(Buffer.from(text, 'latin1'), {
    ...by,
    algorithm: 'rsa-sha256',
    canonicalization: 'relaxed/relaxed',
    headerList: ['From', 'To', 'Subject', 'Date', 'Message-ID'],
    signatureData: [by],
  })
  expect(signed.errors).toEqual([])
  return signed.signatures
}

/** The fields of a chain of one link (RFC 8617), over From and so much of the body. Written as they are canonicalized. */
function seal(author: string, signed: string): string {
  const by = 'a=rsa-sha256; d=bank.test; s=s1'
  const signature = (text: string) => signBytes('sha256', Buffer.from(text), privateKey).toString('base64')
  const hash = createHash('sha256').update(signed).digest('base64')
  const results = 'arc-authentication-results:i=1; bank.test; spf=pass\r\n'
  const unsigned = `arc-message-signature:i=1; ${by}; c=relaxed/relaxed; h=from; l=${signed.length}; bh=${hash}; b=`
  const message = `${unsigned}${signature(`from:${author}\r\n${unsigned}`)}\r\n`
  const chain = `arc-seal:i=1; ${by}; cv=none; b=`
  return `${chain}${signature(`${results}${message}${chain}`)}\r\n${message}${results}`
}

const envelopeOf = (from: string, client: string): Envelope => ({
  ...{ id: '', from, client, helo: 'mx.bank.test', protocol: 'ESMTP', host: 'yanshu.test' },
  recipients: [],
})

async function readRaw(text: string, client: string, sender = 'service@bank.test') {
  const envelope = envelopeOf(sender, client)
  const scan = async () => noOpinion
  const raw = Buffer.from(text, 'latin1')
  const { mail: read } = await readMessage(raw, envelope, { resolver, scan })
  // Other threads have the same memory.
  expect(raw.toString('latin1')).toBe(text)
  const { subject, from, details } = read
  const auth = sayChecks((JSON.parse(details) as MessageDetails).auth)
  const { spf, dkim, dmarc } = auth
  return { subject, from: from.address, checks: [spf.result, dkim.result, dmarc.result], auth }
}

describe('a signed mail', () => {
  let signature = ''
  beforeAll(async () => {
    signature = await sign(mail, 'bank.test')
  })

  async function read(added: string, client: string) {
    const { auth: _auth, ...rest } = await readRaw(`${added}${signature}${mail}`, client)
    return rest
  }

  it('is proven by its signature, from wherever it comes', async () => {
    expect(await read('', elsewhere)).toEqual({
      subject: 'your statement',
      from: 'service@bank.test',
      checks: ['fail', 'pass', 'pass'],
    })
  })

  it('proves nothing about a subject that was put before its own', async () => {
    const { subject, checks } = await read('Subject: pay at once\r\n', elsewhere)
    expect([subject, ...checks]).toEqual(['pay at once', 'fail', 'neutral', 'neutral'])
  })

  it('is still proven by the server that sends it, as far as that goes', async () => {
    expect((await read('Subject: pay at once\r\n', allowed)).checks).toEqual(['pass', 'neutral', 'pass'])
  })

  it.each(['From: other@evil.test\r\n', 'From: a@evil.test, service@bank.test\r\n'])(
    'proves nothing about another sender: %j',
    async added => {
      for (const client of [allowed, elsewhere]) {
        const { from, checks } = await read(added, client)
        expect(from).toMatch(/@evil\.test$/)
        expect(checks.slice(1)).not.toContain('pass')
      }
    },
  )
})

describe('an author whom the checks read and we do not show', () => {
  const top = 'Subject: Your account\r\nContent-Type: text/html\r\n'
  const body = '--><h2>Bank security</h2>\r\n'
  const padding = Array.from({ length: 1002 }, (_, index) => `X-${index}: y\r\n`).join('')
  const evil = 'From: me@evil.test\r\n'
  const hidden: [string, string, string][] = [
    ['a line that is no field', `${top}<!--\r\n${evil}\r\n${body}`, 'service@bank.test'],
    ['a name of 8-bit letters', `${top}<!--\xe9: x\r\n${evil}\r\n${body}`, 'service@bank.test'],
    ['a very long name', `${top}<!--${'x'.repeat(300)}: y\r\n${evil}\r\n${body}`, 'service@bank.test'],
    [
      'another From and a line that is no field',
      `From: a@bank.test\r\n${top}<!--\r\n${evil}\r\n${body}`,
      'a@bank.test',
    ],
    ['a fold before the colon', `From\r\n : me@evil.test\r\n${top}\r\n${body}`, 'service@bank.test'],
  ]

  async function expectNoProof(message: string, shown: string) {
    const { from, auth } = await readRaw(message, elsewhere)
    expect(from).toBe(shown)
    expect([auth.dkim.result, auth.dmarc.result, auth.arc.result]).not.toContain('pass')
  }

  it.each(hidden)('proves nothing, hidden behind %s', async (_name, text, shown) => {
    await expectNoProof(`${await sign(text, 'evil.test')}${text}`, shown)
  })

  it.each(['', 'Sender: s@bank.test\r\n'])('is shown behind a thousand fields: %j', async first => {
    const text = `${first}${top}${padding}${evil}\r\n${body}`
    expect((await readRaw(`${await sign(text, 'evil.test')}${text}`, elsewhere)).from).toBe('me@evil.test')
  })

  it.each([' From: me@evil.test\r\n', 'From : me@evil.test\r\n'])(
    'proves nothing in a first line that we pass over: %j',
    async first => {
      const rest = `${top}\r\n${body}`
      const signature = await sign(`${first}${rest}`, 'evil.test')
      await expectNoProof(`${first}${signature}${rest}`, 'service@bank.test')
    },
  )

  it('proves nothing with the author’s own server either', async () => {
    for (const [, text] of hidden) {
      const { checks } = await readRaw(text, elsewhere, 'me@evil.test')
      expect(checks).toEqual(['pass', expect.anything(), expect.not.stringMatching('pass')])
    }
  })

  it.each(['no field\r\n', `${'x'.repeat(300)}: y\r\n`, padding, `X: ${'y'.repeat(70_000)}\r\n`])(
    'might be in a header that we do not read to its end: %#',
    async rest => {
      const { checks } = await readRaw(`From: service@bank.test\r\n${top}${rest}\r\n${body}`, allowed)
      expect(checks).toEqual(['pass', 'neutral', 'neutral'])
    },
  )

  it('does not save one who is shown from being found out', async () => {
    const text = `From: a@bank.test\r\n${top}<!--\r\n${evil}\r\n${body}`
    const { checks } = await readRaw(`${await sign(text, 'evil.test')}${text}`, elsewhere)
    expect(checks).toEqual(['fail', 'neutral', 'fail'])
  })

  it('is none where From names nobody', async () => {
    const text = `From:\r\n${top}\r\n${body}`
    const { from, checks } = await readRaw(`${await sign(text, 'bank.test')}${text}`, allowed)
    expect([from, ...checks]).toEqual(['service@bank.test', 'pass', 'neutral', 'none'])
  })
})

describe('a From without an address', () => {
  const pretended = 'service@bank.test'
  const named = { name: pretended, address: 'a@sender.test' }

  async function read(fields: string, sender = 'a@sender.test') {
    const text = mail.replace(/^From: .*\r\n/m, () => fields)
    const envelope = envelopeOf(sender, elsewhere)
    const scan = async () => noOpinion
    const { mail: read, facts } = await readMessage(Buffer.from(text, 'latin1'), envelope, { resolver, scan })
    const { from: address, fromName: name } = facts()
    // Rules, searches and lists know the same sender.
    expect({ name, address }).toEqual(read.from)
    expect(read.tokens).toBe(tokensOfMessage(Buffer.from(text, 'latin1'), read.from))
    const { auth, spamRules } = JSON.parse(read.details) as MessageDetails
    return { from: read.from, checks: auth, spamRules, tokens: read.tokens.split(' ') }
  }

  it.each([
    ['From: "service@bank.test" <>\r\n', named],
    ['From: service@bank.test <not an address>\r\n', named],
    ['From: "service@bank.test" <@>\r\n', named],
    ['From: "service@bank.test" <@sender.test>\r\n', named],
    ['From: "service@bank.test"\r\n', named],
    ['From: =?utf-8?Q?service=40bank.test?= <bank.test>\r\n', named],
    ['From: <root>\r\n', { name: 'root', address: 'a@sender.test' }],
    ['From: <>\r\n', { name: '', address: 'a@sender.test' }],
    ['', { name: '', address: 'a@sender.test' }],
    ['Sender: Nobody <>\r\n', { name: 'Nobody', address: 'a@sender.test' }],
    ['Sender: Some One <s@list.test>\r\n', { name: 'Some One', address: 's@list.test' }],
    [
      'From: "service@bank.test" <>\r\nSender: Some One <s@list.test>\r\n',
      { name: pretended, address: 's@list.test' },
    ],
    ['From: "service@bank.test" <>\r\nSender: Some One <>\r\n', named],
  ])('has that of Sender or of the envelope, and keeps its name: %j', async (fields, shown) => {
    const { from, tokens } = await read(fields)
    expect(from).toEqual(shown)
    expect(tokens).toContain(shown.address.split(/[@.]/)[1])
  })

  it('stays without one where the envelope has none', async () => {
    expect((await read('From: "service@bank.test" <>\r\n', '')).from).toEqual({
      name: pretended,
      address: '',
    })
  })

  it('is seen to pretend, and has nothing proven', async () => {
    for (const fields of ['From: "service@bank.test" <>\r\n', 'From: service@bank.test <bank.test>\r\n']) {
      const { checks, spamRules } = await read(fields)
      expect([checks.dkim.result, checks.dmarc.result]).not.toContain('pass')
      expect(spamRules).toContain('name-pretends-address')
    }
    const text = mail.replace(/^From: .*/m, 'From: service@evil.test <bank.test>')
    const signed = `${await sign(text, 'bank.test')}${text}`
    const { from, checks } = await readRaw(signed, allowed)
    expect([from, ...checks.slice(1)]).toEqual([
      'service@bank.test',
      'neutral',
      expect.not.stringMatching('pass'),
    ])
  })
})

describe('an author whose address is read in two ways', () => {
  it.each([
    '<me@evil.test .bank.test>',
    '<service@evil.te st>',
    '<service@evil.test\tx>',
    '"Bank" <service@evil.test\r\n x>',
    'Bank <service@evil.test\xc2\xa0.bank.test>',
    '<service@evil.test(.bank.test)>',
    '<service@evil.test(>',
    '<service@evil.test "x">',
    '<service@evil.test\\x>',
    '<service@evil.test;x>',
    '<service@evil.test\0x>',
    '<service@evil.test\xe2\x80\x8b.bank.test>',
    '<service@bank.test:service@evil.test>',
    'service@bank.test <service@evil.test',
    '"service@bank.test" <service@evil.test> <service@bank.test>',
    'service@bank.test: service@evil.test',
    'service@evil.test service@bank.test',
    'service@bank.test service@evil.test',
    '<service@bank.test> service@evil.test',
    '"service"@bank.test <@evil.test:me@evil.test>',
    '(service@bank.test) me@evil.test (',
    '=?utf-8?Q?service=40bank.test_?= me@evil.test',
  ])('is proven as he is shown, or not at all: %j', async author => {
    const text = mail.replace(/^From: .*/m, () => `From: ${author}`)
    const signed = `${await sign(text, 'evil.test')}${text}`
    for (const message of [text, signed]) {
      const { from, auth } = await readRaw(message, elsewhere, 'me@evil.test')
      if (auth.dmarc.result === 'pass') expect(from).toMatch(/@evil\.test$/)
      expect(auth.spf.result).toBe('pass')
    }
  })

  it('is nobody’s where a blank stands within a name', async () => {
    const text = mail.replace(/^From: .*/m, 'From: Bank <service@bank.test x>')
    const { from, checks } = await readRaw(`${await sign(text, 'bank.test')}${text}`, allowed)
    expect([from, ...checks]).toEqual(['service@bank.test x', 'pass', 'neutral', 'fail'])
  })
})

describe('an author of whom there is no doubt', () => {
  it.each([
    'Bank <service@bank.test>',
    '"service@evil.test" <service@bank.test>',
    'service@evil.test <service@bank.test>',
    'service@bank.test (Bank, Ltd.)',
    '=?utf-8?Q?Bank,_Ltd.?= <service@BANK.test>',
    '=?utf-8?Q?service=40evil.test?=\r\n <service@bank.test>',
    '\xe9\x93\xb6\xe8\xa1\x8c <service@bank.test>',
    '"no \\"one\\"" <service@bank.test.>',
    '"very.(),:;<>[] unusual"@bank.test',
    'Bank:service@bank.test;',
    '<@relay.test:service@bank.test>',
  ])('is proven, however he is written: %s', async author => {
    const text = mail.replace(/^From: .*/m, () => `From: ${author}`)
    const signed = `${await sign(text, 'bank.test')}${text}`
    expect((await readRaw(signed, elsewhere)).checks).toEqual(['fail', 'pass', 'pass'])
    expect((await readRaw(text, allowed)).checks).toEqual(['pass', 'none', 'pass'])
  })
})

describe('a signature over a part of the body', () => {
  const signed = 'Nothing in particular.\r\n'
  const added = '<style>p{display:none}</style><h1>Pay at once</h1>\r\n'

  it('is as good as any where there is nothing more', async () => {
    const signature = await sign(mail, 'bank.test', signed.length)
    expect(signature).toMatch(/\bl=24\b/)
    for (const end of ['', '\r\n', ' \r\n\r\n'])
      expect((await readRaw(`${signature}${mail}${end}`, elsewhere)).checks).toEqual(['fail', 'pass', 'pass'])
  })

  it.each([signed.length, 7, 0])('proves nothing where more was added after %i octets', async length => {
    const message = `${await sign(mail, 'bank.test', length)}${mail}${added}`
    const { checks, auth } = await readRaw(message, elsewhere)
    expect(checks).toEqual(['fail', 'neutral', 'fail'])
    expect(auth.dkim).toMatchObject({ domain: 'bank.test', detail: expect.stringContaining('一部分') })
    expect(auth.dmarc.detail).toContain('一部分')
  })

  it('takes nothing from a signature over the whole, nor from the server', async () => {
    const whole = `${mail}${added}`
    const [part, all] = [await sign(mail, 'bank.test', signed.length), await sign(whole, 'bank.test')]
    for (const signatures of [`${part}${all}`, `${all}${part}`])
      expect((await readRaw(`${signatures}${whole}`, elsewhere)).checks).toEqual(['fail', 'pass', 'pass'])
    expect((await readRaw(`${part}${whole}`, allowed)).checks).toEqual(['pass', 'neutral', 'pass'])
    const others = await sign(whole, 'evil.test')
    expect((await readRaw(`${part}${others}${whole}`, elsewhere)).checks).toEqual(['fail', 'pass', 'fail'])
  })

  it('makes no chain of forwarding where more was added', async () => {
    const chain = seal('Bank <service@bank.test>', signed)
    expect((await readRaw(`${chain}${mail}`, elsewhere)).auth.arc.result).toBe('pass')
    expect((await readRaw(`${chain}${mail}${added}`, elsewhere)).auth.arc.result).toBe('neutral')
  })
})
