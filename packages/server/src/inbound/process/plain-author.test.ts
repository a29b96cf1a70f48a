import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { plainAuthor } from './plain-author.ts'

const header = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`

describe('the author of a plain header', () => {
  it.each([
    'Service <no-reply@example.com>',
    'no-reply@example.com',
    '<a@example.com>',
    '"Service Team" <a.b+c@mail.example.com>',
    '"" <a@example.com>',
    '=?UTF-8?B?5byg5LiJ?= <a@example.com>',
    '=?UTF-8?Q?x=40evil.test?= <a@example.com>',
    'A.B C <A@EXAMPLE.com>',
    'a=b@example.com.',
  ])('is who mailauth takes for it: %s', async from => {
    const text = header('Received: from x\r\n\tby y', `From: ${from}`, 'Subject: hi')
    const { headerFrom } = await dkimVerify(Buffer.from(text), {})
    expect(headerFrom).toEqual([plainAuthor(text)])
  })

  it.each([
    ['two authors', header('From: a@b.test, c@d.test')],
    ['two fields', header('From: a@b.test', 'from: c@d.test')],
    ['a group', header('From: all: a@b.test;')],
    ['a comment', header('From: a@b.test (c@d.test)')],
    ['an address for a name', header('From: "c@d.test" <a@b.test>')],
    ['a folded field', header('From: a@b.test', ' , c@d.test')],
    ['a blank before the colon', header('From : c@d.test', 'From: a@b.test')],
    ['a line that is no field', header('From: a@b.test', 'junk')],
    ['a bare LF', header('From: a@b.test\nFrom: c@d.test')],
    ['a bare CR', header('X: y\rFrom: c@d.test', 'From: a@b.test')],
    ['an empty first line', `\r\n${header('From: a@b.test')}`],
    ['a literal', header('From: a@[192.0.2.1]')],
    ['letters beyond ASCII', header('From: a@\xe4.test')],
    ['a domain longer than any', header(`From: a@${'b'.repeat(256)}`)],
    ['a name longer than any', header('From: a@b.test', `${'X'.repeat(256)}: y`)],
    ['more fields than we read', header('From: a@b.test', ...Array<string>(1000).fill('X: y'))],
    ['none', header('Subject: hi')],
  ])('is left to mailauth where there is %s', (_name, text) => expect(plainAuthor(text)).toBeNull())

  it('is looked for in linear time', () => {
    const worked = startCpuTime()
    for (const piece of ['a:\r\n', ' \r\n', 'a ', 'a', 'a@', 'From:\r\n', '"', '<a@'])
      for (const start of ['', 'a:\r\n', 'From: ', 'From: "'])
        expect(plainAuthor(`${start}${piece.repeat(100_000)}\r\nx\r\n\r\n`)).toBeNull()
    expect(worked()).toBeLessThan(3000)
  })
})
