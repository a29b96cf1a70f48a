import { describe, expect, it } from 'vitest'
import { parseCommand } from '../command/parse-command.ts'
import { asksModseq, demandedTexts, judgeOf, type SearchView, type Verdict } from './judge.ts'
import type { SearchKey } from './search-key.ts'
import { searchBody, searchHeader } from './search-text.ts'

const octets = (text: string) => Buffer.from(text).toString('latin1')

function keyOf(text: string): SearchKey {
  // Words outside of ASCII are quoted on the wire.
  const quoted = text.replace(/ (\p{Script=Han}+)(?=[ )]|$)/gu, ' "$1"')
  const parsed = parseCommand({ text: `a SEARCH ${octets(quoted)}`, literals: [] }, { isUtf8: true })
  if (parsed.kind === 'fault' || parsed.command.name !== 'search') throw new Error(text)
  return parsed.command.key
}

const lines = (...all: string[]) => all.map(line => `${line}\r\n`).join('')
const mail = Buffer.from(
  lines(
    'From: =?utf-8?B?546L5aSn6ZSk?= <wang@example.com>',
    'To: Bob <bob@example.net>',
    'Subject: =?gbk?B?xOO6ww==?= Straße',
    'Date: Mon, 2 Mar 2026 23:30:00 -0800',
    'X-Empty:',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('您的验证码是一二三\r\nwrapped\r\nline').toString('base64'),
    '--b',
    'Content-Type: text/html',
    '',
    '<p title="unseen">Seen <b>bo</b>ld</p><style>.hidden{}</style>',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: within',
    '',
    'inner words',
    '--b',
    'Content-Type: application/octet-stream',
    '',
    'file content',
    '--b--',
  ),
)

const now = Date.UTC(2026, 2, 10)
const bare: SearchView = {
  number: 3,
  uid: 30,
  modseq: 7,
  flags: ['\\Seen', '$Forwarded'],
  facts: null,
  header: null,
  body: null,
}
const facts = {
  octets: 1_000,
  internalDate: Date.UTC(2026, 2, 3, 8),
  savedAt: Date.UTC(2026, 2, 5),
  emailId: 'E1',
  threadId: null,
}
const whole: SearchView = { ...bare, facts, header: searchHeader(mail), body: searchBody(mail) }
const saved = { numbers: [[3, 4] as const], uids: [[30, 31] as const] }
const scope = { messages: 5, largestUid: 50, saved, now }
const judge = (text: string, view = whole): Verdict => judgeOf(keyOf(text), scope)(view)

describe('a search', () => {
  it.each([
    ...[
      'ALL',
      'SEEN',
      'NOT UNSEEN',
      'KEYWORD $forwarded',
      'UNKEYWORD x',
      'UNDELETED',
      'OLD',
      '3',
      '1:3',
      'UID 30',
      '$',
      'UID $',
    ],
    ...[
      'FROM wang',
      'FROM 王大',
      'from 大锤',
      'SUBJECT 你好',
      'SUBJECT "你好 straße"',
      'HEADER X-Empty ""',
      'HEADER subject "ＳＴＲ"',
    ],
    ...[
      'BODY 验证',
      'BODY 一二三',
      'BODY "WRAPPED LINE"',
      'BODY "seen bold"',
      'BODY "inner words"',
      'BODY within',
      'TEXT bob',
      'TEXT 码是',
    ],
    ...[
      'SENTON 2-Mar-2026',
      'SENTSINCE 2-Mar-2026',
      'SENTBEFORE 3-Mar-2026',
      'ON 3-Mar-2026',
      'SAVEDON 5-Mar-2026',
      'SAVEDSINCE 1-Mar-2026',
    ],
    ...[
      'LARGER 999',
      'SMALLER 1001',
      'OLDER 86400',
      'YOUNGER 8640000',
      'MODSEQ 7',
      'EMAILID E1',
      'NOT THREADID T1',
      'SAVEDATESUPPORTED',
    ],
    ...['OR SEEN DELETED', 'OR FLAGGED (SEEN BODY 验证)', 'NOT (SEEN FLAGGED)'],
  ])('finds the mail by %s', text => {
    expect(judge(text)).toBe(true)
  })

  it.each([
    ...[
      'UNSEEN',
      'DELETED',
      'NEW',
      'RECENT',
      '1:2,4:*',
      'UID 31:*',
      'KEYWORD x',
      'NOT SEEN',
      'FROM bob',
      'SUBJECT 王',
      'HEADER X-None ""',
    ],
    ...[
      'BODY bob',
      'BODY unseen',
      'BODY hidden',
      'BODY "file content"',
      'TEXT nowhere',
      'SENTON 3-Mar-2026',
      'ON 2-Mar-2026',
      'LARGER 1000',
    ],
    ...[
      'SMALLER 1000',
      'OLDER 864000',
      'YOUNGER 60',
      'MODSEQ 8',
      'EMAILID e1',
      'THREADID T1',
      'OR DELETED FLAGGED',
      'SEEN FLAGGED',
    ],
  ])('does not find it by %s', text => {
    expect(judge(text)).toBe(false)
  })

  it('asks for no more than it needs to know', () => {
    expect(judge('UNSEEN BODY x LARGER 5', bare)).toBe(false)
    expect(judge('BODY x LARGER 5 SUBJECT y', bare)).toBe('facts')
    expect(judge('BODY x LARGER 5 SUBJECT y', { ...bare, facts })).toBe('header')
    expect(judge('OR SEEN BODY x', bare)).toBe(true)
    expect(judge('NOT BODY x', { ...bare, facts, header: whole.header })).toBe('body')
    expect(judge('TEXT wang', { ...bare, header: whole.header })).toBe(true)
  })

  it('tells an index what every mail that is found holds', () => {
    expect(demandedTexts(keyOf('BODY a SUBJECT b SEEN (TEXT c)'))).toEqual(['a', 'b', 'c'])
    expect(demandedTexts(keyOf('OR BODY a BODY b NOT BODY c HEADER d ""'))).toEqual([])
    expect(asksModseq(keyOf('OR SEEN NOT MODSEQ 5'))).toBe(true)
    expect(asksModseq(keyOf('SEEN'))).toBe(false)
  })

  it('judges a thousand levels', () => {
    expect(judge(`${'NOT '.repeat(1_000)}SEEN`)).toBe(true)
    expect(judge(`${'OR DELETED '.repeat(1_000)}SEEN`)).toBe(true)
  })

  it('reads the text of a hostile mail in bounded time', () => {
    const started = performance.now()
    const parts = '--b\r\nContent-Type: text/html\r\n\r\n<p><p><p>\r\n'.repeat(20_000)
    searchBody(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--`))
    expect(searchBody(Buffer.alloc(20_000_000, 'a ')).length).toBeLessThan(5_000_000)
    expect(performance.now() - started).toBeLessThan(60_000)
  }, 90_000)
})
