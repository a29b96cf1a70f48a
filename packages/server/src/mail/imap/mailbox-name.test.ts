import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listMatcher } from './list-pattern.ts'
import { folderPath, mailboxOctets, readMailboxName } from './mailbox-name.ts'
import { decodeModifiedUtf7, encodeModifiedUtf7 } from './modified-utf7.ts'

describe('a name of a folder', () => {
  it('has one form in modified UTF-7', () => {
    const known = {
      台北: '&U,BTFw-',
      'a&b': 'a&-b',
      '~peter/mail/台北/日本語': '~peter/mail/&U,BTFw-/&ZeVnLIqe-',
      '😀': '&2D3eAA-',
    }
    for (const [name, form] of Object.entries(known)) {
      expect(encodeModifiedUtf7(name)).toBe(form)
      expect(decodeModifiedUtf7(form)).toBe(name)
    }
    for (const form of ['&', '&U,BTFw', '&AGE-', '&U,BTFx-x&', '&U,BTFw-&U,BTFw-', '&2D0-', '&!-', 'é', '\n'])
      expect(decodeModifiedUtf7(form)).toBeNull()
  })

  it('comes back from either form as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), (name, isUtf8) => {
        const plain = name.normalize('NFC').replaceAll('/', '')
        fc.pre(plain !== '' && plain.toLowerCase() !== 'inbox')
        expect(readMailboxName(mailboxOctets([plain], isUtf8), isUtf8)).toBe(plain)
      }),
    )
  })

  it('of the inbox is the same in any case, below it too', () => {
    for (const name of ['inbox', 'InBox', 'INBOX']) expect(readMailboxName(name, false)).toBe('INBOX')
    expect(readMailboxName('inbox/a', false)).toBe('INBOX/a')
    expect(readMailboxName('inboxes', false)).toBe('inboxes')
  })

  it('is a path only where a folder could have it', () => {
    expect(folderPath('a/b c/')).toEqual(['a', 'b c'])
    const long = Array.from({ length: 1_000 }, () => 'a').join('/')
    for (const name of [
      '',
      '/',
      '/a',
      'a//b',
      '..',
      'a/../b',
      'a\n',
      '\u202ea',
      ' a',
      'a ',
      'x'.repeat(1_001),
      long,
    ])
      expect(folderPath(name)).toBeNull()
  })
})

describe('a pattern of LIST', () => {
  const rows: [string, string, boolean][] = [
    ['*', 'a/b', true],
    ['%', 'a', true],
    ['%', 'a/b', false],
    ['%/%', 'a/b/c', false],
    ['*/%', 'a/b/c', true],
    ['a%c', 'abbc', true],
    ['a%c', 'a/c', false],
    ['a*c', 'a/c', true],
    ['inbox', 'INBOX', true],
    ['iNb%', 'INBOX', true],
    ['inbox/A', 'INBOX/a', false],
    ['inbox/a', 'INBOX/a', true],
    ['INBOXES', 'inboxes', false],
    ['台%', '台北', true],
    ['%😀', 'a😀', true],
    ['a.c', 'abc', false],
    ['', '', true],
    ['', 'a', false],
  ]
  it.each(rows)('%s and %s: %s', (pattern, name, fits) => {
    expect(listMatcher('', pattern)(name)).toBe(fits)
  })

  it('is put behind the reference', () => {
    expect(listMatcher('a/', '%')('a/b')).toBe(true)
    expect(listMatcher('a/', '%')('b')).toBe(false)
  })

  it('fits what a regular expression of the same meaning fits', () => {
    const letters = fc.constantFrom('a', 'b', '/', '*', '%')
    const pattern = fc.array(letters, { maxLength: 40 }).map(list => list.join(''))
    const name = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 12 }).map(list => list.join(''))
    fc.assert(
      fc.property(pattern, name, (given, text) => {
        const short = given
          .replace(/[*%]*\*[*%]*/g, '*')
          .replace(/%+/g, '%')
          .slice(0, 12)
        const plain = new RegExp(`^${short.replaceAll('*', '.*').replaceAll('%', '[^/]*')}$`)
        expect(listMatcher('', short)(text)).toBe(plain.test(text))
      }),
    )
  })

  it('is never slow, whatever it holds', () => {
    const matches = listMatcher('', '*a%'.repeat(300))
    const name = 'a'.repeat(900)
    let count = 0
    for (let at = 0; at < 1_000; at++) if (matches(`${name}${at}`)) count++
    expect(count).toBe(1_000)
  }, 20_000)
})
