import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { rawMail } from './testing/build-mail.ts'

const multipart = (kind: string, ...parts: string[]): Buffer =>
  rawMail(`Content-Type: multipart/${kind}; boundary=b`, '', ...parts.flatMap(part => ['--b', part]), '--b--')

const part = (type: string, content: string, ...fields: string[]): string =>
  [`Content-Type: ${type}`, ...fields, '', content].join('\r\n')

const plain = part('text/plain', 'the letter')
const html = part('text/html', '<p>the letter</p>')
const picture = part('image/png', 'x', 'Content-ID: <logo>')
const note = part('text/plain', 'a file', 'Content-Disposition: attachment; filename=a.txt')

const read = (raw: Buffer) => {
  const { text, html: rich, attachments } = parseMail(raw)
  return { text, html: rich, files: attachments.map(file => file.contentType) }
}

describe('the letter among related parts', () => {
  it.each([
    ['after a picture', [picture, html], ['image/png']],
    ['after several pictures', [picture, picture, html], ['image/png', 'image/png']],
    ['after a file', [note, html], ['text/plain']],
    ['after a style sheet', [part('text/css', 'p {}'), html], ['text/css']],
    ['first, as it should', [html, picture], ['image/png']],
  ])('stands %s', (_, parts, files) => {
    expect(read(multipart('related', ...parts))).toEqual({ text: null, html: '<p>the letter</p>', files })
  })

  it('is found after a picture where it has two forms', () => {
    const forms = multipart('alternative', plain, html).toString('latin1').replaceAll('--b', '--a')
    const inner = forms.replace('boundary=b', 'boundary=a')
    expect(read(multipart('related', picture, inner))).toEqual({
      text: 'the letter',
      html: '<p>the letter</p>',
      files: ['image/png'],
    })
  })

  it('may have its two forms side by side', () => {
    const both = { text: 'the letter', html: '<p>the letter</p>' }
    expect(read(multipart('related', plain, html))).toEqual({ ...both, files: [] })
    expect(read(multipart('related', plain, html, picture))).toEqual({ ...both, files: ['image/png'] })
  })

  it('is not a page that it refers to', () => {
    const page = part('text/html', '<p>a page</p>', 'Content-ID: <page>')
    expect(read(multipart('related', plain, page))).toEqual({
      text: 'the letter',
      html: null,
      files: ['text/html'],
    })
  })

  it('is nowhere among pictures', () => {
    expect(read(multipart('related', picture))).toEqual({ text: null, html: null, files: ['image/png'] })
  })
})

describe('the letter among alternatives', () => {
  const forms = {
    'text/enriched': '<bold>the</bold> letter',
    'text/richtext': '<bold>the</bold> letter',
    'text/watch-html': '<b>short</b>',
    'text/x-web-markdown': '*short*',
    'text/markdown': '*short*',
  }
  it.each(Object.entries(forms))('is the plain text and not %s, wherever that stands', (type, content) => {
    const other = part(type, content)
    const both = { text: 'the letter', html: '<p>the letter</p>', files: [] }
    expect(read(multipart('alternative', plain, other))).toEqual({ ...both, html: null })
    expect(read(multipart('alternative', other, plain))).toEqual({ ...both, html: null })
    expect(read(multipart('alternative', plain, other, html))).toEqual(both)
    expect(read(multipart('alternative', plain, html, other))).toEqual(both)
  })

  it('is a form for other programs where there is none else', () => {
    const enriched = part('text/enriched', '<bold>the</bold> letter')
    expect(read(multipart('alternative', enriched))).toMatchObject({ text: 'the letter', html: null })
    const watch = part('text/watch-html', '<b>short</b>')
    expect(read(multipart('alternative', watch))).toMatchObject({ html: '<b>short</b>' })
  })

  it('is all plain texts that differ, each once', () => {
    const other = part('text/plain', 'another letter')
    const again = part('text/plain; format=flowed', 'the \r\nletter\r\n')
    expect(read(multipart('alternative', plain, other)).text).toBe('the letter\n\nanother letter')
    expect(read(multipart('alternative', plain, again)).text?.trim()).toBe('the letter')
    expect(read(multipart('alternative', plain, other, html))).toMatchObject({
      text: 'the letter\n\nanother letter',
      html: '<p>the letter</p>',
    })
  })
})

describe('enriched text', () => {
  it.each([
    ['<bold>Now</bold> is the <italic>time</italic>', 'Now is the time'],
    ['one\r\nline\r\n\r\nand another', 'one line\nand another'],
    ['a\r\n\r\n\r\nb', 'a\n\nb'],
    ['<color><param>red</param>482913</color>', '482913'],
    ['1 << 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<nofill>a\r\nb</nofill>', 'a\nb'],
    ['</bold></nofill>left\r\nopen<param>gone', 'left open'],
    ['a < b', 'a < b'],
  ])('%s', (written, shown) => {
    expect(read(rawMail('Content-Type: text/enriched', '', written)).text?.trimEnd()).toBe(shown)
  })
})
