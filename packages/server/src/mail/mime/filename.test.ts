import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeFilename } from './filename.ts'

const safe = (name: string | null, type = 'application/pdf') => safeFilename(name, type, 2)

describe('a file name', () => {
  it.each([
    ['报告.pdf', '报告.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\x.txt', 'x.txt'],
    ['/abs/file.txt', 'file.txt'],
    ['C:\\dir\\x.doc', 'x.doc'],
    ['C:x.doc', 'C_x.doc'],
    ['a/b/', 'b'],
    ['.htaccess', 'htaccess'],
    ['file.exe. . .', 'file.exe'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['in\u200bvo\u2060ice\ufeff.pdf', 'invoice.pdf'],
    ['a\r\nContent-Type: text/html\r\n.pdf', 'html .pdf'],
    ['a\0b.pdf', 'a b.pdf'],
    ['a"b<c>d|e?f*.pdf', 'a_b_c_d_e_f_.pdf'],
    ['  two   blanks .pdf', 'two blanks .pdf'],
  ])('%j becomes %j', (name, expected) => {
    expect(safe(name)).toBe(expected)
  })

  it.each([null, '', '   ', '...', '/', '\\', '\0', '\u200b\u202e', '../..'])(
    '%j becomes a numbered one',
    name => {
      expect(safe(name)).toBe('附件-2.pdf')
      expect(safe(name, 'application/x-unheard-of')).toBe('附件-2.bin')
    },
  )

  it.each([
    ['message/delivery-status', '投递报告.txt'],
    ['message/global-delivery-status', '投递报告.txt'],
    ['text/rfc822-headers', '原邮件头.txt'],
    ['message/disposition-notification', '阅读回执.txt'],
  ])('of a part of a report says what it is, unless it has one: %s', (type, expected) => {
    expect(safe(null, type)).toBe(expected)
    expect(safe('details.txt', type)).toBe('details.txt')
  })

  it('of 4 kB is cut, and keeps its extension', () => {
    const name = safe(`${'长'.repeat(4_000)}.pdf`)
    expect(name).toMatch(/^长+\.pdf$/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
    expect(Buffer.byteLength(safe(`a.${'x'.repeat(4_000)}`))).toBeLessThanOrEqual(180)
    expect(safe('😀'.repeat(1_000))).not.toContain('\ufffd')
  })

  it('is safe whatever is asked for', () => {
    const unit = fc.constantFrom(
      '.',
      '/',
      '\\',
      ' ',
      'a',
      'con',
      '\u202e',
      '\0',
      '\n',
      '"',
      ':',
      '文',
      '\ud800',
      '-',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), units => {
        const name = safe(units.join(''))
        expect(name).not.toMatch(/[\p{Cc}/\\:"<>|?*\u202a-\u202e\u2066-\u2069]|^[. ]|[. ]$|^$/u)
        expect(name).not.toMatch(/^(?:con|nul|aux|prn)(?:\.|$)/i)
        expect(name.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
