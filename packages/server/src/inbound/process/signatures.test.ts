/** Tests what is said of signatures and chains that are altered, weak, faulty or cannot be checked. */
import { describe, expect, it } from 'vitest'
import { checkSender } from './sender-checks.ts'
import {
  type Mail,
  makeKey,
  type Sealing,
  type Signing,
  sealMail,
  signMail,
  written,
} from './testing/sealed-mail.ts'
import { openSmallDns, type Zone } from './testing/small-dns.ts'

const key = makeKey(1024)
const short = makeKey(768)
const ed25519 = makeKey('ed25519')
const publicKey = key.record.slice(key.record.indexOf('p='))

/** The keys of a domain by their selectors. */
const keys = {
  good: key.record,
  short: short.record,
  curve: ed25519.record,
  'curve-unnamed': ed25519.record.replace('k=ed25519; ', ''),
  revoked: 'v=DKIM1; k=rsa; p=',
  'other-version': key.record.replace('DKIM1', 'DKIM2'),
  'not-for-mail': `v=DKIM1; s=other; ${publicKey}`,
  'sha1-only': `v=DKIM1; h=sha1; ${publicKey}`,
  'late-version': `${publicKey}; v=DKIM1`,
  nonsense: 'v=DKIM1; k=rsa; p=AAAA',
  twice: `${publicKey}; ${publicKey}`,
} as const

const zone: Zone = {
  ...Object.fromEntries(
    ['bank.test', 'hop.test', 'carrier.test'].flatMap(domain =>
      Object.entries(keys).map(([selector, record]) => [
        `${selector}._domainkey.${domain}`,
        { TXT: [record] },
      ]),
    ),
  ),
  'silent._domainkey.bank.test': 'silent',
  'silent._domainkey.hop.test': 'silent',
  '_dmarc.bank.test': { TXT: ['v=DMARC1; p=reject'] },
}

const mail: Mail = {
  fields: ['From: Bank <service@bank.test>', 'To: someone@yanshu.test', 'Subject: your statement'],
  body: 'Nothing in particular.\r\n',
}

async function check(text: string, more: Zone = {}) {
  const facts = { from: 'service@bank.test', client: '198.51.100.7', helo: 'mx.bank.test', host: 'a b' }
  const { resolve } = openSmallDns({ ...zone, ...more })
  return (await checkSender(Buffer.from(text, 'latin1'), facts, resolve)).checks
}

const altered = ({ fields, body }: Mail): Mail => ({ fields, body: `${body}One more line.\r\n` })
const retitled = ({ fields, body }: Mail): Mail => ({
  fields: fields.map(field => field.replace('your statement', 'pay at once')),
  body,
})

describe('a signature', () => {
  const signedMail = (signing: Partial<Signing> = {}): Mail => signMail(mail, { key, ...signing })
  const results = async (signing: Partial<Signing>, change: (mail: Mail) => Mail = same => same) => {
    const { dkim, dmarc } = await check(written(change(signedMail(signing))))
    return [dkim.result, dmarc.result]
  }

  it('holds, with a key of either kind', async () => {
    expect(await results({})).toEqual(['pass', 'pass'])
    const curve = { key: ed25519, selector: 'curve', algorithm: 'ed25519-sha256' }
    expect(await results(curve)).toEqual(['pass', 'pass'])
  })

  it.each([
    ['body', altered],
    ['subject', retitled],
  ])('is broken when the %s was altered', async (_part, change) => {
    expect(await results({}, change)).toEqual(['fail', 'fail'])
  })

  it.each<[string, Partial<Signing>]>([
    ['with a short key', { key: short, selector: 'short' }],
    ['by rsa-sha1', { algorithm: 'rsa-sha1' }],
    ['by rsa-sha1, where the key asks for it', { algorithm: 'rsa-sha1', selector: 'sha1-only' }],
  ])('made %s is weak, and proves nobody', async (_how, signing) => {
    const { dkim, dmarc } = await check(written(signedMail(signing)))
    expect(dkim).toEqual({ result: 'policy', domain: 'bank.test' })
    expect(dmarc.result).toBe('fail')
    expect(await results(signing, altered)).toEqual(['fail', 'fail'])
  })

  it.each<[string, Partial<Signing>]>([
    ['a key that is revoked', { selector: 'revoked' }],
    ['a key of another version', { selector: 'other-version' }],
    ['a key for something else', { selector: 'not-for-mail' }],
    ['a key for another hash', { selector: 'sha1-only' }],
    ['a key that is none', { selector: 'nonsense' }],
    ['a key written twice', { selector: 'twice' }],
    ['a key whose version comes late', { selector: 'late-version' }],
    ['a key of another kind', { selector: 'curve' }],
    [
      'a key that does not name its kind',
      { selector: 'curve-unnamed', key: ed25519, algorithm: 'ed25519-sha256' },
    ],
    ['no author covered', { edit: field => field.replace('h=from:', 'h=to:') }],
    ['no version', { edit: field => field.replace('v=1; ', '') }],
    ['another version', { edit: field => field.replace('v=1', 'v=2') }],
    ['a tag twice', { edit: field => field.replace('h=', 's=good; h=') }],
    ['an unknown algorithm', { edit: field => field.replace('rsa-sha256', 'rsa-sha512') }],
    ['an identity of another domain', { edit: field => field.replace('h=', 'i=@hop.test; h=') }],
    [
      'a time that ends before it begins',
      { edit: field => field.replace('h=', 't=2000000002; x=2000000001; h=') },
    ],
  ])('with %s has a fault', async (_fault, signing) => {
    expect(await results(signing)).toEqual(['permerror', 'fail'])
  })

  it('without a key is said to be so', async () => {
    const { dkim } = await check(written(signedMail({ selector: 'gone' })))
    expect(dkim).toEqual({ result: 'permerror', domain: 'bank.test', note: 'noKey' })
  })

  it('whose time is over no longer counts', async () => {
    const { dkim, dmarc } = await check(
      written(signedMail({ edit: field => field.replace('h=', 't=1000000000; x=1000000001; h=') })),
    )
    expect([dkim.result, dkim.note, dmarc.result]).toEqual(['neutral', 'expired', 'fail'])
  })

  it('whose key is not answered for cannot be judged yet', async () => {
    expect(await results({ selector: 'silent' })).toEqual(['temperror', 'temperror'])
  })

  it('that is longer than we read is there all the same', async () => {
    const long = (field: string) => field.replace('h=', `n=${'x'.repeat(5000)}; h=`)
    const { dkim, dmarc } = await check(written(signedMail({ edit: long })))
    expect([dkim.result, dmarc.result]).toEqual(['neutral', 'fail'])
    expect((await check(written(signMail(signedMail(), { key, edit: long })))).dkim.result).toBe('pass')
  })

  it('is not there where nobody signed', async () => {
    expect((await check(written(mail))).dkim).toEqual({ result: 'none', domain: '' })
  })
})

describe('several signatures', () => {
  const by = (...signings: Partial<Signing>[]): Mail =>
    signings.reduce<Mail>((signed, signing) => signMail(signed, { key, ...signing }), mail)
  const said = async (text: Mail) => {
    const { dkim, dmarc } = await check(written(text))
    return [dkim.result, dkim.domain, dmarc.result]
  }
  const weak = { key: short, selector: 'short' }

  it('are as good as the best of them', async () => {
    expect(await said(by(weak, {}))).toEqual(['pass', 'bank.test', 'pass'])
    expect(await said(by({}, weak))).toEqual(['pass', 'bank.test', 'pass'])
    expect(await said(by({ selector: 'gone' }, weak))).toEqual(['policy', 'bank.test', 'fail'])
    expect(await said(by({ selector: 'silent' }, { selector: 'gone' }))).toEqual([
      'temperror',
      'bank.test',
      'temperror',
    ])
  })

  it('speak for the author before they speak for a carrier', async () => {
    const carrier = { domain: 'carrier.test' }
    expect(await said(by({}, carrier))).toEqual(['pass', 'bank.test', 'pass'])
    expect(await said(by(carrier, {}))).toEqual(['pass', 'bank.test', 'pass'])
    expect(await said(by(weak, carrier))).toEqual(['pass', 'carrier.test', 'fail'])
  })

  it('do not hide that one was broken behind a weak one', async () => {
    const broken = altered(by({}))
    expect(await said(signMail(broken, { ...weak, key: short }))).toEqual(['fail', 'bank.test', 'fail'])
  })
})

describe('a chain of forwarders', () => {
  const chained = (sealing: Partial<Sealing> = {}): Mail => sealMail(mail, { key, ...sealing })
  const judge = async (text: Mail | string) =>
    (await check(typeof text === 'string' ? text : written(text))).arc.result
  const at =
    (instance: number, pattern: string | RegExp, put: string) =>
    (field: string, i: number): string =>
      i === instance ? field.replace(pattern, put) : field

  it.each([1, 2, 3, 10, 11, 50])('of %i links holds', async hops => {
    expect(await judge(chained({ hops }))).toBe('pass')
  })

  it('of 51 links is too long, in whatever order its fields come', async () => {
    const { fields, body } = chained({ hops: 51 })
    expect(await judge({ fields, body })).toBe('fail')
    expect(await judge({ fields: [...fields.slice(3), ...fields.slice(0, 3)], body })).toBe('fail')
  })

  it('is not there where nobody sealed', async () => {
    expect(await judge(written(mail))).toBe('none')
  })

  it('holds with keys of the other kind, and with each form', async () => {
    const curve = { key: ed25519, selector: 'curve', algorithm: 'ed25519-sha256' }
    expect(await judge(chained({ hops: 2, ...curve }))).toBe('pass')
    const simple = {
      form: 'simple',
      message: (field: string) => field.replace('relaxed/', 'simple/'),
    } as const
    expect(await judge(chained({ hops: 2, ...simple }))).toBe('pass')
  })

  it('holds when its fields are folded, spaced and spelt otherwise', async () => {
    const { fields, body } = chained({ hops: 2 })
    const spelt = fields.map(field => field.replace(/^ARC-S/, 'aRc-s').replace('; cv=', ';\r\n\t cv='))
    expect(await judge({ fields: spelt, body })).toBe('pass')
  })

  it('may say its form or not, and is read in the form in which it was made', async () => {
    const silent = (field: string) => field.replace('c=relaxed/simple; ', '')
    for (const form of ['simple', 'relaxed'] as const)
      expect(await judge(chained({ form, message: silent }))).toBe('pass')
    for (const form of ['simple', 'relaxed'] as const)
      expect(await judge(altered(chained({ form, message: silent })))).toBe('fail')
    const twice = (field: string) => field.replace('cv=', 's=good; cv=')
    expect(await judge(chained({ form: 'relaxed', message: silent, seal: twice }))).toBe('fail')
  })

  it.each<[string, (mail: Mail) => Mail]>([
    ['the body was altered', altered],
    ['a covered field was altered', retitled],
    ['a link is missing', ({ fields, body }) => ({ fields: fields.filter((_, i) => i < 3 || i > 5), body })],
    ...[0, 1, 2, 3, 4, 5].map((field): [string, (mail: Mail) => Mail] => [
      `field ${field} is missing`,
      ({ fields, body }) => ({ fields: fields.filter((_, i) => i !== field), body }),
    ]),
    ...[0, 1, 2].map((field): [string, (mail: Mail) => Mail] => [
      `field ${field} is there twice`,
      ({ fields, body }) => ({ fields: [fields[field] ?? '', ...fields], body }),
    ]),
    [
      'earlier results were altered',
      ({ fields, body }) => ({
        fields: fields.map(field => field.replace(/(i=1.*)spf=pass/, '$1spf=fail')),
        body,
      }),
    ],
    ['a stray field has no number', ({ fields, body }) => ({ fields: ['ARC-Seal: a=x', ...fields], body })],
  ])('is broken when %s', async (_what, change) => {
    expect(await judge(change(chained({ hops: 3 })))).toBe('fail')
  })

  it('holds when only what it does not cover was altered', async () => {
    const { fields, body } = chained({ hops: 2 })
    expect(await judge({ fields: ['Received: by mx', ...fields, 'X-List: y'], body })).toBe('pass')
  })

  it.each<[string, Partial<Sealing>]>([
    ['its first seal says that an earlier chain held', { seal: at(1, 'cv=none', 'cv=pass') }],
    ['its second seal says that there was none', { seal: at(2, 'cv=pass', 'cv=none') }],
    ['a seal says that the chain was broken', { seal: at(2, 'cv=pass', 'cv=fail') }],
    ['a seal says something else of it', { seal: at(2, 'cv=pass', 'cv=maybe') }],
    ['a seal says nothing of it', { seal: at(2, 'cv=pass; ', '') }],
    ['a seal lists fields', { seal: at(2, 'cv=', 'h=from; cv=') }],
    ['a seal has a tag twice', { seal: at(2, 'cv=', 's=good; cv=') }],
    ['a seal has an empty tag', { seal: at(2, 'cv=', '; cv=') }],
    ['a seal has a tag without a name', { seal: at(2, 'cv=', '=x; cv=') }],
    ['a seal writes a tag in capitals', { seal: at(2, ' s=', ' S=') }],
    ['a seal names no key', { seal: at(2, 's=good; ', '') }],
    ['a seal names no domain', { seal: at(1, 'd=hop.test; ', '') }],
    ['a seal names no algorithm', { seal: at(2, 'a=rsa-sha256; ', '') }],
    ['a seal names a weak algorithm', { seal: at(2, 'rsa-sha256', 'rsa-sha1') }],
    ['a seal has no number', { seal: at(2, 'i=2; ', '') }],
    ['a seal has a number that is none', { seal: at(2, 'i=2', 'i=two') }],
    ['a seal begins at nought', { seal: at(1, 'i=1', 'i=0') }],
    ['a seal has a time that is none', { seal: at(2, 'cv=', 't=soon; cv=') }],
    ['the results have their number late', { results: at(2, 'i=2; hop.test', 'hop.test; i=2') }],
    ['the message signature covers a seal', { message: at(2, 'h=from', 'h=arc-seal:from') }],
    ['the message signature does not cover the author', { message: at(2, 'h=from:', 'h=') }],
    ['the message signature covers nothing', { message: at(2, 'h=from:subject', 'h=') }],
    ['the message signature does not say what it covers', { message: at(2, 'h=from:subject; ', '') }],
    ['the message signature has no hash of the body', { message: at(2, /bh=[^;]*; /, '') }],
    ['the message signature has another hash of the body', { message: at(2, /bh=[^;]*/, 'bh=AAAA') }],
    ['the message signature names an unknown form', { message: at(2, 'c=relaxed', 'c=loose') }],
    ['the message signature is by rsa-sha1', { message: at(2, 'rsa-sha256', 'rsa-sha1') }],
    ['the message signature names no key', { message: at(2, 's=good; ', '') }],
    ['its key does not exist', { selector: 'gone' }],
    ['its key is revoked', { selector: 'revoked' }],
    ['its key is short', { key: short, selector: 'short' }],
    ['its key is for another hash', { selector: 'sha1-only' }],
    ['its key is of another kind', { selector: 'curve' }],
  ])('is broken when %s', async (_what, sealing) => {
    expect(await judge(chained({ hops: 2, ...sealing }))).toBe('fail')
  })

  it('is broken when a signature is not its own, or is not there', async () => {
    const { fields, body } = chained({ hops: 2 })
    for (const field of [0, 1, 3])
      for (const put of [';b=', '; b=AAAA', ''])
        expect(
          await judge({
            fields: fields.map((one, i) => (i === field ? one.replace(/; b=.*/, put) : one)),
            body,
          }),
        ).toBe('fail')
  })

  it('is not called broken where a field is longer than we read', async () => {
    const results = (field: string) => `${field}; x=${'y'.repeat(5000)}`
    expect(await judge(chained({ hops: 2, results }))).toBe('neutral')
  })

  it('is not called broken where the DNS is silent about a key', async () => {
    expect(await judge(chained({ selector: 'silent' }))).toBe('temperror')
  })
})
