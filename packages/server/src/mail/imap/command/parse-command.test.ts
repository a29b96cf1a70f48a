import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LARGEST } from '../number-set.ts'
import type { ImapCommand } from './command.ts'
import { parseCommand } from './parse-command.ts'
import { LITERAL } from './read-commands.ts'

const parse = (text: string, isUtf8 = false, literals: string[] = []) =>
  parseCommand(
    { text: `a ${text}`, literals: literals.map(given => ({ octets: Buffer.from(given), isBinary: false })) },
    { isUtf8 },
  )

function command(text: string, isUtf8 = false): ImapCommand {
  const parsed = parse(text, isUtf8)
  if (parsed.kind === 'fault') throw new Error(`${text}: ${parsed.says}`)
  return parsed.command
}

const set = (...ranges: [number, number][]) => ({ kind: 'ranges', ranges })

/** Every form that a client may write, with how it is understood. */
const right: [string, Record<string, unknown>][] = [
  ['CAPABILITY', { name: 'capability' }],
  ['noop ', { name: 'noop' }],
  ['COMPRESS deflate', { name: 'compress' }],
  ['AUTHENTICATE plain', { name: 'authenticate', mechanism: 'PLAIN', initial: null }],
  ['AUTHENTICATE PLAIN =', { name: 'authenticate', mechanism: 'PLAIN', initial: '=' }],
  ['LOGIN a@b "p\\"\\\\w"', { name: 'login', username: 'a@b', password: 'p"\\w' }],
  ['ENABLE condstore X', { name: 'enable', capabilities: ['CONDSTORE', 'X'] }],
  ['SELECT inBox', { name: 'select', mailbox: 'INBOX', isCondstore: false, qresync: null }],
  ['EXAMINE Inbox/x (condstore)', { name: 'examine', mailbox: 'INBOX/x', isCondstore: true, qresync: null }],
  [
    'SELECT x (QRESYNC (67890007 20 41,43:211 (1,2 5,6)))',
    {
      name: 'select',
      mailbox: 'x',
      isCondstore: false,
      qresync: {
        uidValidity: 67_890_007,
        modseq: 20,
        knownUids: set([41, 41], [43, 211]),
        matches: { numbers: set([1, 1], [2, 2]), uids: set([5, 5], [6, 6]) },
      },
    },
  ],
  [
    'SELECT x (QRESYNC (1 99999999999999999 (1 5)))',
    {
      name: 'select',
      mailbox: 'x',
      isCondstore: false,
      qresync: {
        uidValidity: 1,
        modseq: Number.MAX_SAFE_INTEGER,
        knownUids: null,
        matches: { numbers: set([1, 1]), uids: set([5, 5]) },
      },
    },
  ],
  ['CREATE "a b/" (USE (\\sent))', { name: 'create', mailbox: 'a b/', uses: ['\\SENT'] }],
  ['DELETE &U,BTFw-', { name: 'delete', mailbox: '台北' }],
  ['RENAME a "b"', { name: 'rename', mailbox: 'a', to: 'b' }],
  ['GETQUOTAROOT INBOX', { name: 'getQuotaRoot', mailbox: 'INBOX' }],
  ['GETQUOTA ""', { name: 'getQuota', root: '' }],
  ['LSUB "" %', { name: 'lsub', reference: '', pattern: '%' }],
  [
    'LIST "" *',
    {
      name: 'list',
      isExtended: false,
      reference: '',
      patterns: ['*'],
      only: new Set(),
      returns: new Set(),
      status: null,
    },
  ],
  [
    'LIST (subscribed recursivematch) "" ("a" %/b) RETURN (CHILDREN STATUS (MESSAGES size))',
    {
      name: 'list',
      isExtended: true,
      reference: '',
      patterns: ['a', '%/b'],
      only: new Set(['subscribed', 'recursiveMatch']),
      returns: new Set(['children']),
      status: ['MESSAGES', 'SIZE'],
    },
  ],
  ['STATUS x (UIDNEXT uidnext)', { name: 'status', mailbox: 'x', items: ['UIDNEXT'] }],
  ['UID EXPUNGE 3,1:2', { name: 'expunge', uids: set([3, 3], [1, 2]) }],
  ['EXPUNGE', { name: 'expunge', uids: null }],
  ['COPY $ x', { name: 'copy', isUid: false, set: { kind: 'saved' }, mailbox: 'x' }],
  ['UID MOVE 1:* x', { name: 'move', isUid: true, set: set([1, LARGEST]), mailbox: 'x' }],
  [
    'STORE 1 (UNCHANGEDSINCE 0) -flags.silent (\\DELETED \\Recent $Junk $junk)',
    {
      name: 'store',
      isUid: false,
      set: set([1, 1]),
      how: 'remove',
      isSilent: true,
      flags: ['\\Deleted', '$junk'],
      unchangedSince: 0,
    },
  ],
  ['ID NIL', { name: 'id', fields: null }],
  [
    'ID ("name" "x" "OS" NIL)',
    {
      name: 'id',
      fields: new Map([
        ['name', 'x'],
        ['os', null],
      ]),
    },
  ],
  [
    'FETCH 1 (UID BODY[] BODY[1.2.MIME]<10.20> BINARY.PEEK[1] RFC822.HEADER PREVIEW (LAZY)) (VANISHED CHANGEDSINCE 5)',
    {
      name: 'fetch',
      isUid: false,
      set: set([1, 1]),
      items: [
        { item: 'UID' },
        { item: 'SECTION', as: 'BODY', section: { part: [], text: null }, partial: null, isPeek: false },
        {
          item: 'SECTION',
          as: 'BODY',
          section: { part: [1, 2], text: { kind: 'mime' } },
          partial: { from: 10, most: 20 },
          isPeek: false,
        },
        { item: 'BINARY', part: [1], partial: null, isPeek: true },
        {
          item: 'SECTION',
          as: 'RFC822.HEADER',
          section: { part: [], text: { kind: 'header' } },
          partial: null,
          isPeek: true,
        },
        { item: 'PREVIEW', isLazy: true },
      ],
      changedSince: 5,
      isVanished: true,
    },
  ],
  [
    'SEARCH RETURN (MIN save) OR NOT SEEN (FROM "x" 1:3) SENTON 1-feb-1994',
    {
      name: 'search',
      isUid: false,
      returns: new Set(['min', 'save']),
      key: {
        key: 'and',
        keys: [
          {
            key: 'or',
            keys: [
              { key: 'not', inner: { key: 'flag', flag: '\\Seen' } },
              {
                key: 'and',
                keys: [
                  { key: 'header', name: 'from', text: 'x' },
                  { key: 'numbers', set: set([1, 3]), isUid: false },
                ],
              },
            ],
          },
          { key: 'day', of: 'sent', when: 'on', day: 8_797 },
        ],
      },
    },
  ],
  [
    'UID SEARCH MODSEQ "/flags/\\\\draft" all 620162338 KEYWORD foo',
    {
      name: 'search',
      isUid: true,
      returns: null,
      key: {
        key: 'and',
        keys: [
          { key: 'modseq', least: 620_162_338 },
          { key: 'flag', flag: 'FOO' },
        ],
      },
    },
  ],
  [
    'sort (reverse DATE subject) us-ascii ALL',
    {
      name: 'sort',
      isUid: false,
      returns: null,
      keys: [
        { field: 'date', isReverse: true },
        { field: 'subject', isReverse: false },
      ],
      key: { key: 'all' },
    },
  ],
  [
    'UID THREAD references UTF-8 ALL',
    { name: 'thread', isUid: true, algorithm: 'references', returns: null, key: { key: 'all' } },
  ],
]

const wrong = [
  ...[
    '',
    ' NOOP',
    'NOOP x',
    'FOO',
    'UID',
    'UID NOOP',
    'LOGIN x',
    'LOGIN x y z',
    'LOGIN "x y',
    'ENABLE',
    'COMPRESS LZ4',
  ],
  ...[
    'SELECT',
    'SELECT a b',
    'SELECT x (FOO)',
    'SELECT x (QRESYNC (0 0))',
    'SELECT x (QRESYNC (1 0))',
    'SELECT "a\u00ff"',
  ],
  ...[
    'DELETE &',
    'DELETE &-&AOk',
    'DELETE &AGE-',
    'CREATE %',
    'CREATE x (USE \\Sent)',
    'RENAME a',
    'STATUS x ()',
    'STATUS x (FOO)',
  ],
  ...[
    'LIST "" ()',
    'LIST (RECURSIVEMATCH) "" *',
    'LIST (FOO) "" *',
    'LIST "" * RETURN (FOO)',
    'LIST ""',
    'LSUB "" * x',
  ],
  ...[
    'FETCH 0 UID',
    'FETCH 1,,2 UID',
    'FETCH 4294967296 UID',
    'FETCH 1 ()',
    'FETCH 1 FOO',
    'FETCH 1 BODY[',
    'FETCH 1 BODY[0]',
  ],
  ...[
    'FETCH 1 BODY[1.]',
    'FETCH 1 BODY[1MIME]',
    'FETCH 1 BODY[MIME]',
    'FETCH 1 BODY[]<1>',
    'FETCH 1 BODY[]<0.0>',
    'FETCH 1 BINARY[TEXT]',
  ],
  ...[
    'FETCH 1 BODY[HEADER.FIELDS ()]',
    'FETCH 1 BODY[HEADER.FIELDS ("a b")]',
    'FETCH 1 UID (VANISHED)',
    'FETCH 1 UID (CHANGEDSINCE 0)',
  ],
  ...[
    'STORE 1 FLAGS',
    'STORE 1 FOO (\\Seen)',
    'STORE 1 +FLAGS (\\Foo)',
    'STORE 1 FLAGS (\\*)',
    'COPY 1',
    'UID EXPUNGE',
    'EXPUNGE 1',
  ],
  ...[
    'SEARCH',
    'SEARCH FOO',
    'SEARCH NOT',
    'SEARCH OR SEEN',
    'SEARCH ()',
    'SEARCH (SEEN',
    'SEARCH SINCE 31-Feb-2020',
    'SEARCH OLDER 0',
  ],
  ...[
    'SEARCH RETURN (FOO) ALL',
    'SORT () UTF-8 ALL',
    'SORT (DATE) UTF-8',
    'THREAD FOO UTF-8 ALL',
    'ID ("a")',
    'APPEND x',
    'APPEND x y',
  ],
]

describe('the parser of commands', () => {
  it.each(right)('reads %s', (text, expected) => {
    expect(command(text)).toEqual(expected)
  })

  it.each(wrong)('tells that something is wrong with %s', text => {
    expect(parse(text)).toMatchObject({ kind: 'fault', code: null })
  })

  it('reads several messages with flags and times for APPEND', () => {
    const text = `APPEND x (\\seen) "17-Jul-1996 02:44:25 -0700" ${LITERAL} " 1-Jan-1901 00:00:00 +0000" ${LITERAL}`
    expect(parse(text, false, ['one', 'two'])).toMatchObject({
      command: {
        messages: [
          { flags: ['\\Seen'], internalDate: Date.UTC(1996, 6, 17, 9, 44, 25), raw: Buffer.from('one') },
          { flags: [], internalDate: Date.UTC(1901, 0, 1), raw: Buffer.from('two') },
        ],
      },
    })
    expect(parse(`APPEND x ${LITERAL}`, false, ['a\0b'])).toMatchObject({ kind: 'fault' })
  })

  it('understands names in UTF-8 once that is enabled, and in modified UTF-7 before', () => {
    const octets = Buffer.from('"台北&-"').toString('latin1')
    expect(command(`DELETE ${octets}`, true)).toEqual({ name: 'delete', mailbox: '台北&-' })
    expect(command('DELETE &U,BTFw-&-')).toBeTruthy()
    expect(command('DELETE &U,BTFw-', true)).toEqual({ name: 'delete', mailbox: '&U,BTFw-' })
  })

  it('reads what is searched in the charset that the client names, and refuses those nobody knows', () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]).toString('latin1')
    expect(command(`SEARCH CHARSET GBK SUBJECT "${gbk}"`)).toMatchObject({ key: { text: '你好' } })
    const utf8 = Buffer.from('你好').toString('latin1')
    expect(command(`SEARCH charset utf-8 TEXT "${utf8}"`)).toMatchObject({ key: { text: '你好' } })
    expect(parse('SEARCH CHARSET X-NONE ALL')).toMatchObject({ kind: 'fault', code: 'BADCHARSET' })
  })

  it('bounds how deep a search is nested, and takes a thousand levels', () => {
    expect(command(`SEARCH ${'NOT '.repeat(1_000)}SEEN`)).toBeTruthy()
    expect(command(`SEARCH ${'OR SEEN '.repeat(1_000)}SEEN`)).toBeTruthy()
    expect(command(`SEARCH ${'('.repeat(1_000)}SEEN${')'.repeat(1_000)}`)).toBeTruthy()
    for (const opening of ['NOT ', 'OR SEEN ', '('])
      expect(parse(`SEARCH ${opening.repeat(100_000)}`).kind).toBe('fault')
  })

  it('answers without a tag where there is none', () => {
    for (const text of ['', ' ', '+ NOOP', '* NOOP', '(a NOOP', '\0'])
      expect(parseCommand({ text, literals: [] }, { isUtf8: false })).toMatchObject({
        kind: 'fault',
        tag: null,
      })
    expect(parseCommand({ text: 'a', literals: [] }, { isUtf8: false })).toMatchObject({
      kind: 'fault',
      tag: 'a',
    })
  })

  it('never throws, whatever is changed in a right command', () => {
    const texts = fc.constantFrom(...right.map(([text]) => text))
    fc.assert(
      fc.property(
        texts,
        fc.nat(200),
        fc.string({ maxLength: 4, unit: 'binary' }),
        fc.nat(3),
        (text, at, put, cut) => {
          const place = at % (text.length + 1)
          parse(`${text.slice(0, place)}${put}${text.slice(place + cut)}`)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
