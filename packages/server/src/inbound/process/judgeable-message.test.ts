/** How much work a message can make for whoever checks its sender. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { judgeableMessage, maxArcFields, maxPartialSignatures, maxSignatures } from './judgeable-message.ts'
import { checkSender } from './sender-checks.ts'
import { makeKey, sealMail, written } from './testing/sealed-mail.ts'
import { openSmallDns, type Zone } from './testing/small-dns.ts'

const author = 'From: x@bank.test\r\n'
const body = `${'hello  world \t x '.repeat(4)}\r\n`.repeat(15_000)

const signature = (index: number, tags = ''): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.test; s=s${index}; h=from:subject;${tags} bh=AAAA; b=AAAA\r\n`
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** Returns the part that mailauth gets. */
function left(message: string): string {
  const judgeable = judgeableMessage(Buffer.from(message, 'latin1'))
  if (!('bytes' in judgeable)) throw new Error('the header is not sound')
  return judgeable.bytes.toString('latin1')
}

async function work(message: string, zone: Zone = {}) {
  const { resolve, asked } = openSmallDns(zone)
  const facts = { from: 'x@bank.test', client: '192.0.2.1', helo: 'mx', host: 'yanshu.test' }
  const worked = startCpuTime()
  const { checks } = await checkSender(Buffer.from(message, 'latin1'), facts, resolve)
  return { ms: worked(), result: checks.arc.result, keys: asked.filter(name => name.includes('_domainkey')) }
}

describe('what of a message is judged', () => {
  it('is all of it where it is like other mail', () => {
    for (const message of [
      `${many(maxSignatures, index => signature(index))}${author}\r\n${body}`,
      `${many(maxPartialSignatures, index => signature(index, ` l=${index};`))}${author}\r\nhi\r\n`,
      `ARC-Seal: i=1\r\n${author}\r\nhi`,
      `DKIM-Signature: a\n b\nFrom: x@bank.test\n\nhi\n`,
      `${author}DKIM-Signature: a`,
    ])
      expect(left(message)).toBe(message)
  })

  it('is the first few of its signatures, and everything else', () => {
    const [first, rest] = [
      many(maxSignatures, index => signature(index)),
      many(400, index => signature(index)),
    ]
    expect(left(`X: y\r\n${first}${author}${rest}Subject: hi\r\n\r\n${rest}`)).toBe(
      `X: y\r\n${first}${author}Subject: hi\r\n\r\n${rest}`,
    )
    const chain = many(300, index => `ARC-Seal: i=${index}\r\n`)
    expect(left(`${chain}${author}\r\n`).match(/^ARC-Seal/gm)).toHaveLength(maxArcFields)
    expect(left(`DKIM-Signature: d=${'.'.repeat(5000)}x\r\n${author}\r\n`)).toBe(`${author}\r\n`)
  })

  it.each([' l=9;', 'L = 9;', '\r\n\tl\r\n\t=9;', '\xe2\x80\x83l=9;'])(
    'is the first two that have a length of their own: %j',
    tag => {
      const message = `${many(50, index => signature(index, tag))}${signature(50)}${author}\r\n`
      const kept = left(message).match(/\bs=s\d+/g)
      expect(kept).toEqual(['s=s0', 's=s1', 's=s50'])
    },
  )

  it('is the header alone where nobody signed, from its first field on', () => {
    expect(left(`From x@y.test Mon\r\n\tfolded\r\n${author}\r\n${body}`)).toBe(`${author}\r\n`)
  })

  it('is the author whom we show where others may read the header otherwise', () => {
    for (const added of ['no field\r\n', 'X: y\r\n'.repeat(1000), `X: y\r\n${' z\r\n'.repeat(10_000)}`])
      expect(judgeableMessage(Buffer.from(`${author}${added}\r\nhi`))).toEqual({ author: 'x@bank.test' })
    for (const text of ['', '\r\nhi', 'no field\r\n\r\n', `X: y\r\nno field\r\n${author}\r\n`])
      expect(judgeableMessage(Buffer.from(text))).toEqual({ author: '' })
  })
})

describe('the work of checking a sender', () => {
  it('asks for the keys of a few signatures only', async () => {
    // No key is asked for where the body is not the one that was signed.
    const hash = createHash('sha256').update('hi\r\n').digest('base64')
    const signatures = many(300, index => signature(index).replace('AAAA', () => hash))
    const { keys } = await work(`${signatures}${author}\r\nhi\r\n`)
    expect(keys).toHaveLength(maxSignatures)
  })

  it('is little for the longest chain of long fields', async () => {
    const key = makeKey(1024)
    const results = (field: string) => `${field}; x=${'y z\t'.repeat(500)}`
    const message = (field: string) => field.replace('h=', `n=${'y z\t'.repeat(500)}; h=`)
    const body = 'hi\r\n'
    const chain = written(sealMail({ fields: [author.trim()], body }, { key, hops: 50, results, message }))
    const { ms, result } = await work(chain, { 'good._domainkey.hop.test': { TXT: [key.record] } })
    expect(result).toBe('pass')
    expect(ms).toBeLessThan(2000)
  })

  // Each took from 5 to 40 seconds.
  it.each([
    ['many signatures', `${many(400, index => signature(index, ` l=${9e5 + index};`))}${author}\r\n${body}`],
    ['a much folded field', `X: y\r\n${' \r\n'.repeat(80_000)}${signature(0)}${author}\r\nhi`],
    ['a long return path', `${signature(0)}Return-Path: <${'(<,x@'.repeat(12_000)}\r\n${author}\r\nhi`],
    ['an author of dots', `From: x@${'.'.repeat(60_000)}x\r\n\r\nhi`],
    ['a signer of dots', `${signature(0).replace('evil', '.'.repeat(60_000))}${author}\r\nhi`],
    ['a signer of blanks', `${signature(0, ` i=@x${' '.repeat(60_000)}x;`)}${author}\r\nhi`],
  ])('is little for %s', async (_name, message) => {
    expect((await work(message)).ms).toBeLessThan(2000)
  })
})
