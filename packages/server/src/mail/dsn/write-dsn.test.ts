import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { rawMail } from '../mime/testing/build-mail.ts'
import { readBounce } from './read-bounce.ts'
import { type Dsn, type DsnRecipient, writeDsn } from './write-dsn.ts'

const at = new Date('2026-11-15T05:00:00Z')
const failed: DsnRecipient = {
  recipient: 'bob@far.test',
  action: 'failed',
  status: '5.1.1',
  why: '对方服务器不接受收件人',
  diagnostic: '550 5.1.1 User unknown',
  noted: '',
  host: 'mx.far.test',
  lastAttempt: at,
}
const dsn = (more: Partial<Dsn> = {}): Dsn => ({
  reportingHost: 'mail.here.test',
  from: { name: '邮件系统', address: 'mailer-daemon@here.test' },
  to: 'ann@here.test',
  messageId: '<d1@here.test>',
  date: at,
  arrivalDate: at,
  recipients: [failed],
  originalMessage: rawMail(
    'From: ann@here.test',
    'Subject: =?utf-8?B?5oql5Lu3?=',
    'Message-ID: <m1@here.test>',
    '',
    'secret words',
  ),
  ...more,
})
const header = (raw: Buffer, name: string) =>
  parseMail(raw).headers.find(entry => entry.name.toLowerCase() === name)?.value

describe('a report', () => {
  it('is a multipart/report of three parts that says what it is', () => {
    const raw = writeDsn(dsn())
    expect(header(raw, 'content-type')).toMatch(/^multipart\/report; report-type=delivery-status;/)
    expect(header(raw, 'auto-submitted')).toBe('auto-replied')
    expect(header(raw, 'references')).toBe('<m1@here.test>')
    const parsed = parseMail(raw)
    expect(parsed.subject).toBe('退信：报价')
    expect(parsed.text).toContain('bob@far.test')
    expect(parsed.text).toContain(
      '  原因：对方服务器不接受收件人\n  对方的答复（mx.far.test）：550 5.1.1 User unknown',
    )
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual([
      'message/delivery-status',
      'text/rfc822-headers',
    ])
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['投递报告.txt', '原邮件头.txt'])
    const [status, headers] = parsed.attachments.map(part => Buffer.from(decodePart(raw, part)).toString())
    expect(status).toBe(
      [
        'Reporting-MTA: dns; mail.here.test',
        'Arrival-Date: Sun, 15 Nov 2026 05:00:00 +0000',
        '',
        'Final-Recipient: rfc822; bob@far.test',
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; mx.far.test',
        'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
        'Last-Attempt-Date: Sun, 15 Nov 2026 05:00:00 +0000',
        '',
      ].join('\r\n'),
    )
    expect(headers).toContain('Message-ID: <m1@here.test>')
    expect(raw.toString()).not.toContain('secret words')
  })

  it('gives nobody else’s name to what we noted ourselves', () => {
    const entry = {
      ...failed,
      why: '连不上对方服务器',
      diagnostic: '',
      noted: 'no server was reached',
      host: '',
    }
    const raw = writeDsn(dsn({ recipients: [entry, { ...entry, noted: '' }] }))
    const parsed = parseMail(raw)
    expect(parsed.text).toContain('  原因：连不上对方服务器')
    expect(parsed.text).not.toMatch(/对方的答复|no server/)
    const [part] = parsed.attachments
    const status = part ? Buffer.from(decodePart(raw, part)).toString() : ''
    expect(status.match(/^Diagnostic-Code:.*$/gm)).toEqual([
      'Diagnostic-Code: x-yanshu; no server was reached',
    ])
    expect(readBounce(raw)?.[0]).toMatchObject({ status: '5.1.1', action: 'failed' })
  })

  it('is understood by our own reader, for each recipient', () => {
    const recipients: DsnRecipient[] = [
      { ...failed, originalRecipient: 'bobby@far.test' },
      { ...failed, recipient: 'slow@far.test', action: 'delayed', status: null, host: '', diagnostic: '' },
      {
        ...failed,
        recipient: '用户@far.test',
        diagnostic: '550 5.6.7 没有这个人 '.repeat(40),
        status: '5.6.7',
      },
    ]
    expect(readBounce(writeDsn(dsn({ recipients })))).toMatchObject([
      { recipient: 'bob@far.test', action: 'failed', status: '5.1.1', originalRecipient: 'bobby@far.test' },
      { recipient: 'slow@far.test', action: 'delayed', status: '4.0.0', originalMessageId: '<m1@here.test>' },
      {
        recipient: '用户@far.test',
        action: 'failed',
        status: '5.6.7',
        diagnostic: expect.stringContaining('没有这个人'),
      },
    ])
  })

  it('takes no line from what others said or sent', () => {
    const evil = 'x\r\nBcc: y@evil.test\r\n\r\n--b\0'
    const raw = writeDsn(
      dsn({
        reportingHost: evil,
        recipients: [
          { ...failed, recipient: `${evil}@far.test`, diagnostic: evil, host: evil, status: evil },
        ],
        originalMessage: Buffer.from(
          `Subject: a\rBcc: b\nX-Long: ${'中'.repeat(5000)}\nMessage-ID: <中@x>\n\n`,
        ),
      }),
    )
    const text = raw.toString('latin1')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0\x80-\xff]/)
    expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998)
    expect(parseMail(raw).headers.map(({ name }) => name)).not.toContain('Bcc')
    const [part] = parseMail(raw).attachments
    const status = part ? Buffer.from(decodePart(raw, part)).toString() : ''
    expect(status).not.toMatch(/^Bcc:/m)
    expect(status).toContain('Status: 5.0.0')
  })
})
