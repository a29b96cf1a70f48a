import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startImap } from './testing/test-server.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const letter = 'From: Ann <ann@a.test>\r\nSubject: one\r\n\r\nfirst line\r\nlast\r\n'

test('a password is heard over TLS alone, and what is offered tells so', async () => {
  const { connected } = await startImap({ implicitTls: false })
  const client = await connected()
  const before = await client.ask('CAPABILITY')
  expect(before.lines[0]).toMatch(/^\* CAPABILITY IMAP4rev2 IMAP4rev1 .*STARTTLS.*LOGINDISABLED/)
  expect(await client.say('LOGIN ann "c d"')).toMatch(/^NO \[PRIVACYREQUIRED\]/)
  expect(await client.say(`AUTHENTICATE PLAIN ${base64('\0ann\0c d')}`)).toMatch(/^NO \[PRIVACYREQUIRED\]/)
  expect(await client.say('STARTTLS')).toBe('OK Begin TLS')
  await client.startTls()
  const after = await client.ask('CAPABILITY')
  expect(after.lines[0]).toContain('AUTH=PLAIN')
  expect(after.lines[0]).not.toMatch(/STARTTLS|LOGINDISABLED|COMPRESS/)
  expect(await client.say('LOGIN ann "c d"')).toMatch(/^OK \[CAPABILITY .*COMPRESS=DEFLATE/)
  expect(await client.say('STARTTLS')).toMatch(/^BAD/)
  expect(await client.say('LOGIN ann "c d"')).toMatch(/^BAD/)
})

test('what is said behind STARTTLS in the clear is never taken for said under TLS', async () => {
  const { connected } = await startImap({ implicitTls: false })
  const client = await connected()
  client.write('a STARTTLS\r\nb NOOP\r\n')
  expect(await client.line()).toBe('a BAD You must wait for my answer')
  expect(await client.line()).toBe('closed')
})

test('AUTHENTICATE takes its answer with the command or after it, can be cancelled, and ends after wrong ones', async () => {
  const { connected } = await startImap()
  const client = await connected()
  client.write('a AUTHENTICATE PLAIN\r\n')
  expect(await client.line()).toBe('+ ')
  client.write('*\r\n')
  expect(await client.line()).toBe('a BAD Authentication cancelled')
  expect(await client.say('AUTHENTICATE PLAIN !!!')).toMatch(/^BAD/)
  expect(await client.say('AUTHENTICATE CRAM-MD5')).toMatch(/^NO/)
  client.write('b AUTHENTICATE PLAIN\r\n')
  await client.line()
  client.write(`${base64('\0ann\0c d')}\r\n`)
  expect(await client.line()).toMatch(/^b OK/)
  const other = await connected()
  for (let at = 0; at < 3; at++)
    expect(await other.say('LOGIN ann x')).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
  expect(await other.line()).toBe('closed')
})

test('commands that come in one go are answered in their order, each in its state', async () => {
  const { connected, mailbox } = await startImap()
  mailbox.deliver('INBOX', letter)
  const client = await connected()
  client.write('a LOGIN {3}\r\n')
  expect(await client.line()).toBe('+ Go on')
  client.write(
    'ann {3+}\r\nc d\r\nb FETCH 1 UID\r\nc SELECT inbox\r\nd FETCH 1 (UID FLAGS)\r\ne UNSELECT\r\nf CHECK\r\n',
  )
  expect(await client.until(/^a /)).toMatch(/^a OK/)
  expect(await client.until(/^b /)).toMatch(/^b BAD/)
  expect(await client.until(/^c /)).toMatch(/^c OK \[READ-WRITE\]/)
  expect(await client.line()).toBe('* 1 FETCH (UID 1 FLAGS ())')
  expect(await client.until(/^e /)).toBe('e OK Unselected')
  expect(await client.line()).toMatch(/^f BAD/)
})

test('SELECT tells what a client needs, in the words of either revision', async () => {
  const { signedIn, mailbox } = await startImap()
  mailbox.deliver('INBOX', letter, ['\\Seen', '$Own'])
  mailbox.deliver('INBOX', letter)
  const client = await signedIn()
  const old = await client.ask('SELECT INBOX')
  expect(old.lines).toEqual(
    expect.arrayContaining([
      '* 2 EXISTS',
      '* 0 RECENT',
      '* OK [UNSEEN 2] First unseen',
      '* OK [UIDNEXT 3] The next UID',
      expect.stringMatching(/^\* OK \[UIDVALIDITY \d+\]/),
      expect.stringMatching(/^\* OK \[PERMANENTFLAGS \(.*\$Own.*\\\*\)\]/),
    ]),
  )
  expect((await client.ask('ENABLE IMAP4rev2 CONDSTORE X')).lines).toEqual(['* ENABLED IMAP4rev2 CONDSTORE'])
  const fresh = await client.ask('EXAMINE INBOX')
  expect(fresh.lines[0]).toMatch(/^\* OK \[CLOSED\]/)
  expect(fresh.lines).toContain('* LIST () "/" INBOX')
  expect(fresh.lines.join('\n')).not.toMatch(/RECENT|UNSEEN/)
  expect(fresh.done).toBe('OK [READ-ONLY] Selected')
  expect(await client.say('STORE 1 +FLAGS (\\Deleted)')).toMatch(/^NO \[READ-ONLY\]/)
  expect(await client.say('SELECT Nowhere')).toBe('NO [NONEXISTENT] No such mailbox')
  expect(await client.say('FETCH 1 UID')).toBe('BAD Select a mailbox first')
})

test('a piece is fetched alone, and reading marks as read where it is meant to', async () => {
  const { selected, mailbox } = await startImap()
  mailbox.deliver('INBOX', letter)
  const client = await selected()
  const peeked = await client.ask(
    'FETCH 1 (BODY.PEEK[HEADER.FIELDS (SUBJECT)] BODY.PEEK[TEXT]<6.4> RFC822.SIZE)',
  )
  expect(peeked.lines).toEqual([
    `* 1 FETCH (BODY[HEADER.FIELDS (SUBJECT)] {16}\r\nSubject: one\r\n\r\n BODY[TEXT]<6> {4}\r\nline RFC822.SIZE ${letter.length})`,
  ])
  const read = await client.ask('UID FETCH 1 BODY[]')
  expect(read.lines).toEqual([`* 1 FETCH (UID 1 BODY[] {${letter.length}}\r\n${letter} FLAGS (\\Seen))`])
  expect((await client.ask('FETCH 1 (BODY[]<500.10> BODY[7])')).lines).toEqual([
    '* 1 FETCH (BODY[]<500> {0}\r\n BODY[7] NIL)',
  ])
  expect((await client.ask('FETCH 1 (ENVELOPE)')).lines[0]).toContain('"one"')
  expect((await client.ask('FETCH 1 BODYSTRUCTURE')).lines[0]).toContain('BODYSTRUCTURE ("TEXT" "PLAIN"')
  expect(await client.say('FETCH 2 UID')).toBe('BAD No such message')
  expect(await client.say('UID FETCH 99 UID')).toBe('OK Done')
})

test('a part of a large mail costs what it returns', async () => {
  const { selected, mailbox } = await startImap()
  mailbox.deliver('INBOX', `Subject: large\r\n\r\n${'x'.repeat(20_000_000)}`)
  const client = await selected()
  mailbox.reads.octets = 0
  expect((await client.ask('FETCH 1 BODY.PEEK[]<10000000.5>')).lines).toEqual([
    '* 1 FETCH (BODY[]<10000000> {5}\r\nxxxxx)',
  ])
  expect(mailbox.reads.octets).toBe(5)
  await client.ask('FETCH 1 (BODY.PEEK[HEADER])')
  expect(mailbox.reads.octets).toBeLessThan(100_000)
})

test('two sessions see the same, by numbers that never lie', async () => {
  const { selected, mailbox } = await startImap()
  for (let at = 0; at < 4; at++) mailbox.deliver('INBOX', letter)
  const [one, two] = [await selected(), await selected()]
  expect((await one.ask('STORE 2:3 +FLAGS.SILENT (\\Deleted)')).lines).toEqual([])
  expect((await one.ask('EXPUNGE')).lines).toEqual(['* 2 EXPUNGE', '* 2 EXPUNGE'])
  mailbox.deliver('INBOX', letter)
  // By numbers nothing may leave; the numbers are still those of before.
  const kept = await two.ask('FETCH 4 UID')
  expect(kept.lines[0]).toBe('* 4 FETCH (UID 4)')
  expect(kept.lines).toContain('* 5 EXISTS')
  expect(kept.lines.join()).not.toContain('EXPUNGE')
  expect((await two.ask('NOOP')).lines).toEqual(['* 2 EXPUNGE', '* 2 EXPUNGE'])
  expect((await two.ask('UID FETCH 1:* FLAGS')).lines).toEqual([
    '* 1 FETCH (UID 1 FLAGS ())',
    '* 2 FETCH (UID 4 FLAGS ())',
    '* 3 FETCH (UID 5 FLAGS ())',
  ])
  expect((await one.ask('NOOP')).lines).toEqual(['* 3 EXISTS'])
})

test('flags of others are told, the own ones once, and a change that came too late is refused', async () => {
  const { selected, mailbox } = await startImap()
  mailbox.deliver('INBOX', letter)
  mailbox.deliver('INBOX', letter)
  const [one, two] = [await selected(), await selected()]
  expect((await one.ask('STORE 1 FLAGS (\\Flagged own)')).lines).toEqual([
    '* 1 FETCH (UID 1 FLAGS (\\Flagged own))',
  ])
  expect((await one.ask('NOOP')).lines).toEqual([])
  expect((await two.ask('NOOP')).lines).toEqual(['* 1 FETCH (UID 1 FLAGS (\\Flagged own))'])
  const { modseq } = mailbox.folder('INBOX')
  const late = await two.ask(`UID STORE 1,2 (UNCHANGEDSINCE ${modseq - 1}) +FLAGS.SILENT (\\Seen)`)
  expect(late.done).toBe('OK [MODIFIED 1] Some had changed')
  expect(late.lines).toEqual([`* 2 FETCH (UID 2 MODSEQ (${modseq + 1}))`])
  const since = await two.ask(`FETCH 1:* (FLAGS) (CHANGEDSINCE ${modseq})`)
  expect(since.lines).toEqual([`* 2 FETCH (FLAGS (\\Seen) MODSEQ (${modseq + 1}))`])
})

test('a client that comes back with QRESYNC hears what it missed, and nothing for a folder it never knew', async () => {
  const { signedIn, mailbox } = await startImap()
  for (let at = 0; at < 3; at++) mailbox.deliver('INBOX', letter)
  const { uidValidity, modseq } = mailbox.folder('INBOX')
  const other = await signedIn()
  await other.say('SELECT INBOX')
  await other.say('STORE 1 +FLAGS (\\Deleted)')
  await other.say('EXPUNGE')
  await other.say('STORE 1 +FLAGS (\\Seen)')
  const client = await signedIn()
  expect(await client.say(`SELECT INBOX (QRESYNC (${uidValidity} ${modseq}))`)).toMatch(/^BAD/)
  await client.say('ENABLE QRESYNC')
  const back = await client.ask(`SELECT INBOX (QRESYNC (${uidValidity} ${modseq} 1:3))`)
  expect(back.lines).toContain('* VANISHED (EARLIER) 1')
  expect(back.lines.join()).toContain('* 1 FETCH (UID 2 FLAGS (\\Seen) MODSEQ')
  await other.say('UID STORE 2 +FLAGS (\\Deleted)')
  await other.say('EXPUNGE')
  expect((await client.ask('NOOP')).lines).toEqual(['* VANISHED 2'])
  for (const [validity, known] of [
    [uidValidity + 1, 1],
    [uidValidity, 1_000_000],
  ]) {
    const strange = await client.ask(`SELECT INBOX (QRESYNC (${validity} ${known}))`)
    expect(strange.done).toMatch(/^OK/)
    expect(strange.lines.join()).not.toContain('VANISHED')
  }
})

test('IDLE pushes news and the end of the log-in at once', async () => {
  const { selected, mailbox } = await startImap()
  const client = await selected()
  client.write('a IDLE\r\n')
  expect(await client.line()).toBe('+ Idling')
  mailbox.deliver('INBOX', letter)
  expect(await client.line()).toBe('* 1 EXISTS')
  const other = await selected()
  await other.say('STORE 1 +FLAGS (\\Deleted)')
  expect(await client.line()).toBe('* 1 FETCH (UID 1 FLAGS (\\Deleted))')
  await other.say('EXPUNGE')
  expect(await client.line()).toBe('* 1 EXPUNGE')
  client.write('DONE\r\nb NOOP\r\n')
  expect(await client.line()).toBe('a OK Done')
  expect(await client.line()).toBe('b OK Done')
  client.write('c IDLE\r\n')
  await client.line()
  mailbox.shut()
  expect(await client.line()).toBe('* BYE This session has ended')
  expect(await client.line()).toBe('closed')
  expect(await other.say('NOOP')).toBe('closed')
})

test('messages come by APPEND, one or more, go to other folders and tell under which UIDs', async () => {
  const { selected, mailbox } = await startImap()
  const client = await selected()
  const [inbox, trash] = [mailbox.folder('INBOX'), mailbox.folder('Trash')]
  client.write('a APPEND INBOX (\\Seen) " 1-May-2026 10:00:00 +0200" {12}\r\n')
  expect(await client.line()).toBe('+ Go on')
  client.write('Subject: a\r\n {13+}\r\nSubject: bb\r\n\r\n')
  expect(await client.until(/^a /)).toBe(`a OK [APPENDUID ${inbox.uidValidity} 1:2] Appended`)
  expect(inbox.messages.map(({ raw }) => raw.toString())).toEqual(['Subject: a\r\n', 'Subject: bb\r\n'])
  expect(inbox.messages[0]).toMatchObject({
    flags: ['\\Seen'],
    internalDate: Date.parse('2026-05-01T08:00:00Z'),
  })
  expect(await client.say('UID COPY 1:2 Trash')).toBe(`OK [COPYUID ${trash.uidValidity} 1:2 1:2] Copied`)
  const moved = await client.ask('MOVE 1 Trash')
  expect(moved.lines).toEqual([`* OK [COPYUID ${trash.uidValidity} 1 3] Moved`, '* 1 EXPUNGE'])
  expect(await client.say('UID MOVE 2 Nowhere')).toBe('NO [TRYCREATE] No such mailbox')
  expect(await client.say('APPEND Nowhere {1+}\r\nx')).toBe('NO [TRYCREATE] No such mailbox')
})

test('a literal of two gigabytes costs no memory, and the connection lives', async () => {
  const { selected, connected } = await startImap()
  const client = await selected()
  expect(await client.say('APPEND INBOX {2147483648}')).toBe('NO [TOOBIG] The literal is too large')
  expect(await client.say('LOGIN {300000}')).toBe('NO [TOOBIG] The literal is too large')
  expect(await client.say('NOOP')).toBe('OK Done')
  client.write('a APPEND INBOX {2147483648+}\r\n')
  expect(await client.line()).toBe('* BYE [TOOBIG] That is more than anybody reads')
  const stranger = await connected()
  expect(await stranger.say('LOGIN {20000}')).toBe('NO [TOOBIG] The literal is too large')
})

test('folders are made, renamed, listed by pattern and told with their state', async () => {
  const { signedIn, mailbox } = await startImap()
  const client = await signedIn()
  mailbox.deliver('Junk', letter)
  expect(await client.say('CREATE Work/2026')).toMatch(/^OK \[MAILBOXID \(F\d+\)\]/)
  expect(await client.say('CREATE Work/2026')).toBe('NO [ALREADYEXISTS] A mailbox of this name exists')
  expect(await client.say('CREATE "../x"')).toBe('NO [CANNOT] This name cannot be used')
  expect(await client.say('RENAME Work/2026 &ZeVnLA-')).toBe('OK Renamed')
  const all = await client.ask('LIST "" *')
  expect(all.lines).toContain('* LIST (\\HasNoChildren) "/" INBOX')
  expect(all.lines).toContain('* LIST (\\HasNoChildren \\Junk) "/" Junk')
  expect(all.lines.join()).toContain('&ZeVnLA-')
  await client.say('ENABLE UTF8=ACCEPT')
  expect((await client.ask('LIST "" "日%"')).lines).toEqual([
    '* LIST (\\HasNoChildren) "/" "\u00e6\u0097\u00a5\u00e6\u009c\u00ac"',
  ])
  const extended = await client.ask('LIST (SPECIAL-USE) "" (*) RETURN (SUBSCRIBED STATUS (MESSAGES UNSEEN))')
  expect(extended.lines).toContain('* LIST (\\HasNoChildren \\Junk \\Subscribed) "/" Junk')
  expect(extended.lines).toContain('* STATUS Junk (MESSAGES 1 UNSEEN 1)')
  expect((await client.ask('LIST "" ""')).lines).toEqual(['* LIST (\\Noselect) "/" ""'])
  expect((await client.ask('STATUS Junk (SIZE DELETED MAILBOXID UIDNEXT)')).lines).toEqual([
    `* STATUS Junk (DELETED 0 MAILBOXID (${mailbox.folder('Junk').id}) UIDNEXT 2 SIZE ${letter.length})`,
  ])
  expect(await client.say('DELETE Junk')).toMatch(/^NO \[NOPERM\]/)
  expect((await client.ask('GETQUOTAROOT INBOX')).lines).toEqual([
    '* QUOTAROOT INBOX ""',
    '* QUOTA "" (STORAGE 2 1024)',
  ])
  expect((await client.ask('NAMESPACE')).lines).toEqual(['* NAMESPACE (("" "/")) NIL NIL'])
})

test('a search reads only what it must, keeps its result, and answers in either form', async () => {
  const { selected, mailbox } = await startImap()
  mailbox.deliver('INBOX', letter, ['\\Seen'])
  mailbox.deliver('INBOX', 'Subject: =?utf-8?B?6aqM6K+B56CB?=\r\n\r\nx\r\n')
  mailbox.deliver('INBOX', 'Subject: three\r\n\r\nline\r\n', ['\\Flagged'])
  const client = await selected()
  mailbox.reads.count = 0
  expect((await client.ask('SEARCH UNSEEN NOT FLAGGED')).lines).toEqual(['* SEARCH 2'])
  expect(mailbox.reads.count).toBe(0)
  expect((await client.ask('SEARCH TEXT line')).lines).toEqual(['* SEARCH 1 3'])
  expect((await client.ask('SEARCH CHARSET UTF-8 SUBJECT {6+}\r\n验证')).lines).toEqual(['* SEARCH 2'])
  expect(await client.say('SEARCH CHARSET X-NONE TEXT a')).toMatch(/^NO \[BADCHARSET/)
  expect((await client.ask('UID SEARCH RETURN (SAVE COUNT MAX) TEXT line')).lines).toEqual([
    expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\) UID MAX 3 COUNT 2$/),
  ])
  expect((await client.ask('FETCH $ UID')).lines).toEqual(['* 1 FETCH (UID 1)', '* 3 FETCH (UID 3)'])
})

test('SORT and THREAD order what is found', async () => {
  const { selected, mailbox } = await startImap()
  const mail = (id: string, subject: string, date: string, answers = '') =>
    `Message-ID: <${id}@a>\r\nSubject: ${subject}\r\nDate: ${date}\r\n${answers && `References: <${answers}@a>\r\n`}\r\nx\r\n`
  mailbox.deliver('INBOX', mail('1', 'b', 'Fri, 1 May 2026 10:00:00 +0000'))
  mailbox.deliver('INBOX', mail('2', 'a', 'Fri, 1 May 2026 09:00:00 +0000'))
  mailbox.deliver('INBOX', mail('3', 'Re: b', 'Fri, 1 May 2026 11:00:00 +0000', '1'))
  const client = await selected()
  expect((await client.ask('SORT (SUBJECT REVERSE DATE) UTF-8 ALL')).lines).toEqual(['* SORT 2 3 1'])
  expect((await client.ask('UID SORT RETURN (COUNT) (ARRIVAL) UTF-8 UNSEEN')).lines).toEqual([
    expect.stringMatching(/UID COUNT 3$/),
  ])
  for (const algorithm of ['REFERENCES', 'ORDEREDSUBJECT'])
    expect((await client.ask(`THREAD ${algorithm} UTF-8 ALL`)).lines).toEqual(['* THREAD (2)(1 3)'])
})

test('COMPRESS goes over to deflated streams, what came early included', async () => {
  const { selected, mailbox } = await startImap()
  mailbox.deliver('INBOX', `Subject: x\r\n\r\n${'compress me '.repeat(100_000)}`)
  const client = await selected()
  client.write('a COMPRESS DEFLATE\r\n')
  expect(await client.line()).toBe('a OK Compression begins')
  const plain = await client.inflated()
  plain.write(deflateRawSync('b FETCH 1 BODY.PEEK[]\r\nc COMPRESS DEFLATE\r\n', { finishFlush: 2 }))
  const text = await plain.until(/c NO \[COMPRESSIONACTIVE\]/)
  expect(text).toContain('compress me compress me')
  expect(text).toContain('b OK Done')
})

test('a client that never reads holds little memory, and others do not wait for it', async () => {
  const { selected, mailbox, connections } = await startImap({ limits: { pieceMs: 400 } })
  mailbox.deliver('INBOX', `Subject: x\r\n\r\n${'y'.repeat(3_000_000)}`)
  const [deaf, other] = [await selected(), await selected()]
  deaf.socket().pause()
  mailbox.reads.octets = 0
  for (let at = 0; at < 20; at++) deaf.write(`d${at} FETCH 1 BODY.PEEK[]\r\n`)
  expect(await other.say('FETCH 1 FLAGS')).toBe('OK Done')
  await expect.poll(connections).toBe(1)
  expect(mailbox.reads.octets).toBeLessThan(30_000_000)
})

test('closing down says good-bye to those who wait, in IDLE too', async () => {
  const { selected, close } = await startImap()
  const [idle, waiting] = [await selected(), await selected()]
  idle.write('a IDLE\r\n')
  await idle.line()
  const closed = close(5000)
  for (const client of [idle, waiting]) expect(await client.line()).toMatch(/^\* BYE \[UNAVAILABLE\]/)
  await closed
})

test('nonsense is answered by BAD, and endless nonsense by good-bye', async () => {
  const { selected } = await startImap()
  const client = await selected()
  for (const line of [
    'FETCH',
    'FETCH x FLAGS',
    'STORE 1 FLAGS',
    'NOOP x',
    'XYZZY',
    'SEARCH (',
    'UID NOOP',
    'SELECT',
  ])
    expect(await client.say(line)).toMatch(/^BAD/)
  client.write('\0\r\n')
  expect(await client.line()).toMatch(/^\* BAD/)
  expect(await client.say('NOOP')).toBe('OK Done')
  for (let at = 0; at <= 50; at++) client.write(`n${at} XYZZY\r\n`)
  expect(await client.until(/^\* BYE/)).toBe('* BYE Too many errors')
})
