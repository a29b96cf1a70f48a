/** Mails that are written a little wrong, or in ways of long ago, and what a person would see in them. */
export type Shape = {
  readonly name: string
  /** Lines of the mail; joined by CRLF. */
  readonly mail: readonly string[]
  readonly sees: {
    readonly subject?: string
    readonly from?: readonly [name: string, address: string]
    readonly to?: readonly (readonly [name: string, address: string])[]
    readonly date?: string
    readonly text?: string
    /** A part of the HTML. */
    readonly html?: string
    readonly files?: readonly (readonly [name: string, content: string])[]
  }
}

const parts = (boundary: string): string[] => [
  `--${boundary}`,
  'Content-Type: text/plain',
  '',
  'the letter',
  `--${boundary}`,
  'Content-Type: text/plain; name="note.txt"',
  'Content-Disposition: attachment; filename="note.txt"',
  '',
  'the file',
  `--${boundary}--`,
]

const withType = (name: string, type: string, boundary = 'b1'): Shape => ({
  name,
  mail: ['Subject: parts', 'MIME-Version: 1.0', ...(type === '' ? [] : [type]), '', ...parts(boundary)],
  sees: { text: 'the letter', files: [['note.txt', 'the file']] },
})

const NEAR_TYPES: readonly Shape[] = [
  withType('as it should be', 'Content-Type: multipart/mixed; boundary="b1"'),
  withType('no semicolon', 'Content-Type: multipart/mixed boundary="b1"'),
  withType('a comma', 'Content-Type: multipart/mixed, boundary="b1"'),
  withType('a colon', 'Content-Type: multipart/mixed: boundary=b1'),
  withType('a quoted type', 'Content-Type: "multipart/mixed"; boundary=b1'),
  withType('blanks about the slash', 'Content-Type: multipart / mixed; boundary=b1'),
  withType('blanks about the equals sign', 'Content-Type: multipart/mixed; boundary = b1'),
  withType('no closing quote', 'Content-Type: multipart/mixed; boundary="b1'),
  withType('single quotes', "Content-Type: multipart/mixed; boundary='b1'"),
  withType('no subtype', 'Content-Type: multipart; boundary=b1'),
  withType('a misspelt type', 'Content-Type: mulitpart/mixed; boundary=b1'),
  withType('an unknown type', 'Content-Type: mixed; boundary=b1'),
  withType('text with a boundary', 'Content-Type: text/plain; boundary=b1'),
  withType('a blank after the boundary', 'Content-Type: multipart/mixed; boundary="b1 "'),
  withType('a comment after the boundary', 'Content-Type: multipart/mixed; boundary=b1 (parts)'),
  withType('another boundary than the one in use', 'Content-Type: multipart/mixed; boundary=other'),
  withType('the dashes in the boundary', 'Content-Type: multipart/mixed; boundary=--b1'),
  withType('no boundary', 'Content-Type: multipart/mixed'),
  withType('an empty boundary', 'Content-Type: multipart/mixed; boundary=""'),
  withType('no type at all', ''),
  withType('a parameter that lost its blank', 'Content-Type: multipart/mixed;\r\nboundary="b1"'),
  withType('parameters in upper case', 'CONTENT-TYPE: MULTIPART/MIXED; BOUNDARY="b1"'),
  withType('two semicolons', 'Content-Type: multipart/mixed;; boundary=b1;'),
  withType('a boundary in sections', 'Content-Type: multipart/mixed; boundary*0=b; boundary*1=1'),
]

const uu = [
  'begin 644 note.txt',
  '(=&AE(&9I;&4',
  '`',
  'end',
]

const OLD_WAYS: readonly Shape[] = [
  {
    name: 'uuencoded text',
    mail: ['Subject: uu', '', 'before', ...uu, 'after'],
    sees: { text: 'before after', files: [['note.txt', 'the file']] },
  },
  {
    name: 'an attachment in x-uuencode',
    mail: [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'the letter',
      '--b',
      'Content-Type: application/octet-stream; name=note.txt',
      'Content-Transfer-Encoding: x-uuencode',
      'Content-Disposition: attachment; filename=note.txt',
      '',
      ...uu,
      '--b--',
    ],
    sees: { text: 'the letter', files: [['note.txt', 'the file']] },
  },
  {
    name: 'a footer after base64 with padding',
    mail: [
      'Content-Transfer-Encoding: base64',
      '',
      'dGhlIGxldHRlcg==',
      '_______________________________________________',
      'Leave the list: https://lists.example/leave',
    ],
    sees: {
      text: 'the letter _______________________________________________ Leave the list: https://lists.example/leave',
    },
  },
  {
    name: 'a footer after base64 without padding',
    mail: [
      'Content-Transfer-Encoding: base64',
      '',
      'dGhlIGxldHRlci4u',
      '',
      '-- ',
      'Sent by the list, see https://lists.example/?id=1',
    ],
    sees: { text: 'the letter.. -- Sent by the list, see https://lists.example/?id=1' },
  },
  {
    name: 'base64 in several runs',
    mail: ['Content-Transfer-Encoding: base64', '', 'dGhlIA==', 'bGV0dGVy', ''],
    sees: { text: 'the letter' },
  },
]

const address = (name: string, from: string, sees: readonly [string, string]): Shape => ({
  name,
  mail: [`From: ${from}`, '', 'x'],
  sees: { from: sees },
})

const ADDRESSES: readonly Shape[] = [
  address('a comment in the address', 'Ana <ana(at home)@example.net(the host)>', ['Ana', 'ana@example.net']),
  address('blanks about the sign', 'ana @ example.net', ['', 'ana@example.net']),
  address('blanks about a dot', 'ana@example . net', ['', 'ana@example.net']),
  address('blanks within angle brackets', 'Ana < ana@example.net >', ['Ana', 'ana@example.net']),
  address('a comment as the name', 'ana@example.net (Ana Lin)', ['Ana Lin', 'ana@example.net']),
  address('a comment between name and address', 'Ana (of Accounts) <ana@example.net>', ['Ana', 'ana@example.net']),
  address('a dot in the name', 'Ana Q. Lin <ana@example.net>', ['Ana Q. Lin', 'ana@example.net']),
  address('a route', '<@one.example,@two.example:ana@example.net>', ['', 'ana@example.net']),
  address('a quoted local part', '"ana lin"@example.net', ['', '"ana lin"@example.net']),
  address('a family of emoji', '=?utf-8?B?8J+RqOKAjfCfkanigI3wn5Gn?= <ana@example.net>', ['👨‍👩‍👧', 'ana@example.net']),
  address('a heart in colour', '=?utf-8?B?QW5hIOKdpO+4jw==?= <ana@example.net>', ['Ana ❤️', 'ana@example.net']),
  address('letters that do not join', '=?utf-8?B?2YXbjOKAjNiu2YjYp9mH2YU=?= <a@example.net>', ['می‌خواهم', 'a@example.net']),
  {
    name: 'groups, comments and empty places',
    mail: [
      'To: Friends (some)',
      ' : Ana <ana@(at) example.net>, bo@example.net,',
      ' Cy <cy@example.net> (dear); (the end), , dee@example . net',
      '',
      'x',
    ],
    sees: {
      to: [
        ['Ana', 'ana@example.net'],
        ['', 'bo@example.net'],
        ['Cy', 'cy@example.net'],
        ['', 'dee@example.net'],
      ],
    },
  },
]

const date = (name: string, value: string, sees: string): Shape => ({
  name: `a date with ${name}`,
  mail: [`Date: ${value}`, '', 'x'],
  sees: { date: sees },
})

const DATES: readonly Shape[] = [
  date('nothing odd', 'Mon, 1 Jun 2026 10:00:00 +0800', '2026-06-01T02:00:00.000Z'),
  date('three digits of zone', 'Mon, 1 Jun 2026 10:00:00 -600', '2026-06-01T16:00:00.000Z'),
  date('a colon in the zone', 'Mon, 1 Jun 2026 10:00:00 +08:00', '2026-06-01T02:00:00.000Z'),
  date('a named and a numeric zone', 'Mon, 1 Jun 2026 10:00:00 GMT+0800', '2026-06-01T02:00:00.000Z'),
  date('a comment behind', 'Mon, 1 Jun 2026 10:00:00 -0700 (PDT)', '2026-06-01T17:00:00.000Z'),
  date('blanks and comments in the time', 'Mon, 1 Jun 2026 10(h): 00 : 00 -0700', '2026-06-01T17:00:00.000Z'),
  date('no weekday and two digits of year', '1 Jun 26 10:00 EST', '2026-06-01T15:00:00.000Z'),
]

const RAW: readonly Shape[] = [
  {
    name: 'a subject that leaves ASCII without saying so',
    mail: ['Subject: \u001b$BF|K\\8l\u001b(B 482913', '', 'x'],
    sees: { subject: '日本語 482913' },
  },
]

const recipients = Array.from({ length: 8_000 }, (_, place) => ` recipient-number-${place}@example.net,`)

const LONG: readonly Shape[] = [
  {
    name: 'eight thousand recipients before what matters',
    mail: [
      'From: ana@example.net',
      'To: first@example.net,',
      ...recipients,
      ' last@example.net',
      'Subject: =?utf-8?B?6aqM6K+B56CB?=',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>=E9=AA=8C</p>',
    ],
    sees: { subject: '验证码', html: '<p>验</p>' },
  },
]

export const SHAPES: readonly Shape[] = [...NEAR_TYPES, ...OLD_WAYS, ...ADDRESSES, ...DATES, ...RAW, ...LONG]
