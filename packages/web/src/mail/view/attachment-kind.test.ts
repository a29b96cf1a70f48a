import { expect, test } from 'vitest'
import { kindOf, listedFiles, previewOf, sizeText } from './attachment-kind.ts'

test('bitmaps and plain texts can be looked at; documents that run things cannot', () => {
  const size = 1000
  expect(previewOf({ contentType: 'image/PNG', size })).toBe('image')
  expect(previewOf({ contentType: 'text/plain', size })).toBe('text')
  expect(previewOf({ contentType: 'application/pdf', size })).toBe('pdf')
  for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml'])
    expect(previewOf({ contentType, size })).toBeNull()
})

test('what is too large is only for saving', () => {
  expect(previewOf({ contentType: 'text/plain', size: 5_000_000 })).toBeNull()
})

test('the kind comes from the ending, else from the type', () => {
  expect(kindOf({ filename: '发票.pdf', contentType: 'application/octet-stream' })).toBe('PDF')
  expect(kindOf({ filename: 'noname', contentType: 'application/zip' })).toBe('ZIP')
  expect(kindOf({ filename: 'photo', contentType: 'image/png' })).toBe('PNG')
})

test('the kind is what people call it, and never half a word', () => {
  const kind = (contentType: string, filename = 'noname') => kindOf({ filename, contentType })
  expect(kind('text/plain')).toBe('TXT')
  expect(kind('TEXT/PLAIN', 'report.2026')).toBe('TXT')
  expect(kind('message/delivery-status')).toBe('TXT')
  expect(kind('image/jpeg')).toBe('JPG')
  expect(kind('application/x-tar')).toBe('TAR')
  expect([kind('application/octet-stream'), kind('application/vnd.unheard-of'), kind('')]).toEqual([
    '文件',
    '文件',
    '文件',
  ])
})

test('sizes are said in words', () => {
  expect([sizeText(12), sizeText(88_064), sizeText(3_250_000)]).toEqual(['12 字节', '86 KB', '3.1 MB'])
})

test('pictures inside the letter are not listed again, unless the letter does not show them', () => {
  const inline = { id: '2', filename: 'a.png', contentType: 'image/png', size: 1, inline: true, cid: 'x' }
  expect(listedFiles([inline], '<img data-cid="x">')).toEqual([])
  expect(listedFiles([inline], null)).toEqual([inline])
})
