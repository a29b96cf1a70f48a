import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { noBounces } from './corpus/no-bounces.ts'
import { reports } from './corpus/reports.ts'
import { lines, plain, report } from './corpus/sample.ts'
import { texts } from './corpus/texts.ts'
import { surely, surelyNot } from './corpus/to-our-path.ts'
import { tongues } from './corpus/tongues.ts'
import { readBounce } from './read-bounce.ts'

describe('a bounce', () => {
  it.each([...reports, ...texts, ...tongues].map(sample => [sample.name, sample] as const))(
    '%s',
    (_name, sample) => {
      const entries = readBounce(sample.raw)
      expect(entries?.map(({ recipient, action, status }) => ({ recipient, action, status }))).toEqual(
        sample.expected?.map(({ recipient, action, status }) => ({ recipient, action, status })),
      )
      for (const [index, { says }] of (sample.expected ?? []).entries()) {
        if (says !== undefined) expect(entries?.[index]?.diagnostic).toContain(says)
      }
      if (sample.id !== undefined) expect(entries?.[0]?.originalMessageId).toBe(sample.id)
    },
  )

  it('tells where the mail was first sent to', () => {
    expect(readBounce(reports[0]?.raw ?? Buffer.alloc(0))?.[0]?.originalRecipient).toBe('bobby@far.test')
  })
})

describe('no bounce is', () => {
  it.each(noBounces.map(sample => [sample.name, sample.raw] as const))('%s', (_name, raw) => {
    expect(readBounce(raw)).toBeNull()
  })
})

describe('mail from nobody to a path of ours', () => {
  const way = { hasNullSender: true, isToOurPath: true }

  it.each([...reports, ...texts, ...tongues].map(sample => [sample.name, sample] as const))(
    'is read as it is elsewhere: %s',
    (_name, { raw, expected }) => {
      expect(readBounce(raw, way)?.map(({ recipient, action }) => ({ recipient, action }))).toEqual(
        expected?.map(({ recipient, action }) => ({ recipient, action })),
      )
    },
  )

  it.each(surely)('is a bounce: %s', (_name, raw, says) => {
    const [entry] = readBounce(raw, way) ?? []
    expect(entry).toMatchObject({ action: 'failed', diagnostic: expect.stringContaining(says) })
  })

  it.each(surelyNot)('is no bounce when it is %s', (_name, raw) => {
    expect((readBounce(raw, way) ?? []).filter(({ action }) => action === 'failed')).toEqual([])
  })
})

describe('hostile mail', () => {
  const daemon = ['From: MAILER-DAEMON@evil.test', 'Subject: Undelivered Mail Returned to Sender']

  it('of 2 MB takes linear time, however it is made up', () => {
    for (const piece of [
      '<a@b.test>:\n',
      '<',
      'a@',
      '收件人',
      ' '.repeat(50),
      '\n',
      '--',
      '550 5.1.1 ',
      'Message-ID: <',
      '=',
      '> ',
      '<style>',
      '&lt;',
    ]) {
      const text = piece.repeat(Math.ceil(2_000_000 / piece.length))
      for (const sign of [
        'This is the mail system at host x',
        '无法发送到',
        '系统退信',
        'did not reach the intended recipients',
      ]) {
        const raw = plain(daemon, sign, text)
        expect(
          timed(() => void readBounce(raw)),
          `${sign} ${piece}`,
        ).toBeLessThan(SOON)
      }
      expect(
        timed(() => void readBounce(report(daemon, ['x'], [text]))),
        piece,
      ).toBeLessThan(SOON)
    }
  })

  it('names no more recipients than there can be, and each once', () => {
    const groups = Array.from(
      { length: 5000 },
      (_, index) => `Final-Recipient: rfc822; u${index % 700}@far.test\r\nAction: failed\r\n`,
    )
    const entries =
      readBounce(report(daemon, ['x'], ['Reporting-MTA: dns; x', '', groups.join('\r\n')])) ?? []
    expect(entries.length).toBeLessThanOrEqual(500)
    expect(new Set(entries.map(({ recipient }) => recipient)).size).toBe(entries.length)
  })

  it('leaves no control character and no long words behind', () => {
    const raw = report(
      daemon,
      ['x'],
      [
        'Reporting-MTA: dns; x',
        '',
        'Final-Recipient: rfc822; a@far.test',
        'Action: failed',
        `Diagnostic-Code: smtp; 550 \x07\x1b[31m\u202e${'x'.repeat(3000)}`,
      ],
    )
    const [entry] = readBounce(raw) ?? []
    expect(entry?.diagnostic).toMatch(/^550 \[31mx+…$/)
    expect(entry?.diagnostic.length).toBeLessThanOrEqual(500)
  })

  it('never throws', () => {
    const words = fc.constantFrom(
      'Final-Recipient: rfc822; a@b.test',
      'Action: failed',
      'Status: 5.1.1',
      '',
      ' folded',
      ':',
      '--b1',
      '--b1--',
      '<a@b.test>:',
      '550 5.1.1',
      '收件人：a@b.test',
      '\0',
      'Content-Type: message/rfc822',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.array(words, { maxLength: 20 }), (a, b) => {
        readBounce(report(daemon, a, b))
        readBounce(plain(daemon, 'This is the mail system at host x', ...a))
        readBounce(lines(...a, ...b))
      }),
      { numRuns: 500 },
    )
  })
})
