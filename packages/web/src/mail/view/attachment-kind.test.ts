import type { MailDetail } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { calendarFile, kindOf, listedFiles, previewOf } from './attachment-kind.ts'

test('bitmaps and plain texts can be looked at; documents that run things cannot', () => {
  const size = 1000
  const filename = 'noname'
  expect(previewOf({ filename, contentType: 'image/PNG', size })).toBe('image')
  expect(previewOf({ filename, contentType: 'text/plain', size })).toBe('text')
  expect(previewOf({ filename, contentType: 'application/pdf', size })).toBe('pdf')
  for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml'])
    expect(previewOf({ filename, contentType, size })).toBeNull()
})

test('a file of no told type is looked at by its ending; a told type is never overruled', () => {
  const look = (filename: string, contentType: string) => previewOf({ filename, contentType, size: 1000 })
  expect(look('发票.PDF', 'application/octet-stream')).toBe('pdf')
  expect(look('照片.jpg', 'application/octet-stream')).toBe('image')
  expect(look('账单.csv', '')).toBe('text')
  expect(look('page.html', 'application/octet-stream')).toBeNull()
  expect(look('a.constructor', 'application/octet-stream')).toBeNull()
  expect(look('照片.jpg', 'image/svg+xml')).toBeNull()
})

test('what is too large is only for saving', () => {
  expect(previewOf({ filename: 'a.txt', contentType: 'text/plain', size: 5_000_000 })).toBeNull()
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

test('pictures inside the letter are not listed again; whatever it does not show is', () => {
  const inline = { id: '2', filename: 'a.png', contentType: 'image/png', size: 1, inline: true, cid: 'x&y' }
  const letter = '<img src="/api/a" data-cid="x&amp;y">'
  expect(listedFiles([inline], letter, null)).toEqual([])
  expect(listedFiles([inline], null, null)).toEqual([inline])
  for (const change of [
    { cid: 'other', contentType: 'application/pdf' },
    { contentType: 'image/heic' },
    { size: 9 * 1024 * 1024 },
  ])
    expect(listedFiles([{ ...inline, ...change }], letter, null)).toHaveLength(1)
})

const file = (filename: string, contentType: string, size = 1) => ({
  ...{ id: filename, filename, contentType, size, inline: false, cid: null },
})

type Seal = NonNullable<MailDetail['seal']>
const sealed = (by: 'smime' | 'pgp'): Seal => ({
  encrypted: null,
  signature: {
    ...{ by, covers: 'whole', content: 'intact', weak: false, name: '', addresses: [], ofSender: true },
    ...{ issuer: '', issuerKnown: true, validFrom: null, validTo: null },
  },
})

test.each([
  ['smime', 'smime.p7s', 'application/pkcs7-signature'],
  ['smime', 'smime.p7s', 'application/x-pkcs7-signature'],
  ['pgp', 'signature.asc', 'application/pgp-signature'],
  ['pgp', 'OpenPGP_signature.asc', 'application/pgp-signature'],
  ['pgp', '附件-1.asc', 'application/pgp-signature'],
] as const)('the signature that a notice tells of is not listed: %s, %s', (by, name, type) => {
  const signature = file(name, type)
  const other = file('合同.pdf', 'application/pdf')
  expect(listedFiles([other, signature], null, sealed(by))).toEqual([other])
  expect(listedFiles([signature], null, null)).toEqual([signature])
  expect(listedFiles([signature], null, { encrypted: 'pgp', signature: null })).toEqual([signature])
  expect(listedFiles([signature], null, sealed(by === 'pgp' ? 'smime' : 'pgp'))).toEqual([signature])
})

test('signatures of files are listed, whatever the letter has', () => {
  const files = [
    file('合同.pdf.p7s', 'application/pkcs7-signature'),
    file('smime.p7s', 'application/octet-stream'),
  ]
  expect(listedFiles(files, null, sealed('smime'))).toEqual(files)
})

test('the calendar of a mail is found under each of its names, and only when it is small', () => {
  for (const [name, type] of [
    ['x', 'text/calendar'],
    ['invite.ICS', 'application/octet-stream'],
    ['invite.ics', 'application/ics'],
    ['old.vcs', 'text/x-vcalendar'],
  ] as const) {
    expect(calendarFile([file('a.txt', 'text/plain'), file(name, type)])?.filename).toBe(name)
    expect(calendarFile([file(name, type, 600_000)])).toBeUndefined()
  }
  expect(calendarFile([file('invite.ics', 'text/html')])).toBeUndefined()
})
