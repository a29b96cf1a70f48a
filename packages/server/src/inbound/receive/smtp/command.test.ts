import { expect, test } from 'vitest'
import { parseChunk, parseCommand, parseGreetingName, parseMail, parseRcpt } from './command.ts'

test('a verb is read in any case, with its argument', () => {
  expect(parseCommand(Buffer.from('mAiL FROM:<a@b.example>  '))).toEqual({
    ok: true,
    verb: 'MAIL',
    argument: 'FROM:<a@b.example>',
  })
  expect(parseCommand(Buffer.from('NOOP'))).toEqual({ ok: true, verb: 'NOOP', argument: '' })
})

test.each(['', ' NOOP', ':', '250 OK', '<html>'])('%j is no command', line => {
  expect(parseCommand(Buffer.from(line))).toMatchObject({ ok: false, reply: { code: 500 } })
})

test.each(['\r', '\n', '\0', '\x7f', '\t', '\x1b', '\u0085'])(
  '%j in an envelope command is answered 501',
  octet => {
    expect(parseCommand(Buffer.from(`MAIL FROM:<a${octet}b@c.example>`))).toMatchObject({
      reply: { code: 501 },
    })
    expect(parseCommand(Buffer.from(`RCPT TO:<a@c.example>${octet}X`))).toMatchObject({
      reply: { code: 501 },
    })
    expect(parseCommand(Buffer.from(`NOOP${octet}`))).toMatchObject({ reply: { code: 500 } })
  },
)

test.each(['\u2028', '\u2029'])('%j is part of an argument like any other character', char => {
  const command = parseCommand(Buffer.from(`RCPT TO:<a${char}b@c.example>`))
  expect(command).toEqual({ ok: true, verb: 'RCPT', argument: `TO:<a${char}b@c.example>` })
  expect(parseRcpt(`TO:<a${char}b@c.example>`, true)).toMatchObject({ reply: { code: 501 } })
})

test('only spaces may stand behind an argument', () => {
  for (const blank of ['\u2028', '\u00a0', '\u3000', '\ufeff']) {
    expect(parseCommand(Buffer.from(`QUIT${blank} `))).toMatchObject({ verb: 'QUIT', argument: blank })
  }
})

test('octets that are not UTF-8 are answered 501', () => {
  expect(parseCommand(Buffer.from('RCPT TO:<\xc4\xe3@c.example>', 'latin1'))).toMatchObject({
    reply: { code: 501 },
  })
})

test('MAIL takes its known parameters once each', () => {
  expect(parseMail('FROM:<a@b.example> SIZE=12345 body=8bitmime SMTPUTF8', false)).toMatchObject({
    ok: true,
    params: { size: 12345, body: '8BITMIME', smtpUtf8: true },
  })
  expect(parseMail('FROM: <a@b.example>', false)).toMatchObject({
    ok: true,
    params: { size: null, body: null, smtpUtf8: false },
  })
  expect(parseMail('FROM:<a@b.example> AUTH=<>', true)).toMatchObject({ ok: true })
})

test.each<[string, number]>([
  ['FROM:<a@b.example> SIZE=', 501],
  ['FROM:<a@b.example> SIZE', 501],
  ['FROM:<a@b.example> SIZE=-1', 501],
  ['FROM:<a@b.example> SIZE=123456789012345678901', 501],
  ['FROM:<a@b.example> SIZE=1 SIZE=1', 501],
  ['FROM:<a@b.example> SMTPUTF8=yes', 501],
  ['FROM:<a@b.example> BODY', 501],
  ['FROM:<a@b.example> =x', 501],
  ['FROM:<a@b.example>SIZE=1', 501],
  ['FROM:a@b.example', 501],
  ['FROM', 501],
  ['TO:<a@b.example>', 501],
  ['FROM:<a@b.example> BODY=BINARYMIME', 555],
  ['FROM:<a@b.example> RET=FULL', 555],
  ['FROM:<a@b.example> AUTH=<>', 555],
  ['FROM:<nodomain>', 553],
  ['FROM:<用户@b.example>', 553],
])('MAIL %s is answered %i', (argument, code) => {
  expect(parseMail(argument, false)).toMatchObject({ ok: false, reply: { code } })
})

test.each<[string, number, string]>([
  ['TO:a@b.example', 501, '5.1.3'],
  ['TO:<a@b.example>x', 501, '5.5.4'],
  ['FROM:<a@b.example>', 501, '5.5.4'],
  ['TO:<a@b.example> NOTIFY=NEVER', 555, '5.5.4'],
  ['TO:<u@gmail.com@our.domain>', 550, '5.1.3'],
  ['TO:<"u@gmail.com">', 550, '5.1.3'],
  ['TO:<our!u>', 550, '5.1.3'],
  ['TO:<用户@例え.jp>', 553, '5.6.7'],
])('RCPT %s is answered %i %s', (argument, code, enhanced) => {
  expect(parseRcpt(argument, false)).toMatchObject({ ok: false, reply: { code, enhanced } })
})

test('RCPT takes a UTF-8 address once SMTPUTF8 was given', () => {
  expect(parseRcpt('TO:<用户@例え.jp>', true)).toMatchObject({ ok: true, to: { localPart: '用户' } })
})

test('BDAT needs a number and at most the word LAST', () => {
  expect(parseChunk('0')).toEqual({ ok: true, size: 0, last: false })
  expect(parseChunk('86 last')).toEqual({ ok: true, size: 86, last: true })
  for (const bad of ['', '-1', 'x', '1 LAST LAST', '1e3', '0x10', '9'.repeat(16), 'LAST 1', '1LAST']) {
    expect(parseChunk(bad)).toEqual({ ok: false })
  }
})

test('a greeting is one printable word', () => {
  expect(parseGreetingName('client.example')).toBe('client.example')
  expect(parseGreetingName('[IPv6:::1]')).toBe('[IPv6:::1]')
  for (const bad of ['', 'two words', 'ü.example', 'x'.repeat(256)]) expect(parseGreetingName(bad)).toBeNull()
})
