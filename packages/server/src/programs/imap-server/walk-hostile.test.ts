import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ImapClient } from './testing/test-client.ts'
import { startImap } from './testing/test-server.ts'

/** What strangers and broken programs send, and what two sessions do to each other. */

const letter = 'From: a@b.example\r\nSubject: one\r\n\r\nbody\r\n'

/** Sends a command whose pieces wait for `+`, and returns the tagged answer. */
async function step(client: ImapClient, tag: string, ...pieces: string[]): Promise<string> {
  const [first, ...rest] = pieces
  client.write(`${tag} ${first}\r\n`)
  const answer = new RegExp(`^(?:\\+|${tag} )`)
  for (const piece of rest) {
    const line = await client.until(answer)
    if (!line.startsWith('+')) return line.slice(tag.length + 1)
    client.write(`${piece}\r\n`)
  }
  return (await client.until(new RegExp(`^${tag} `))).slice(tag.length + 1)
}

describe('literals', () => {
  it('of every kind are taken, and those that are too large refused without waiting for them', async () => {
    const site = await startImap()
    const client = await site.connected()
    expect(await step(client, 'a', 'LOGIN {3}', 'ann {3}', 'c d')).toMatch(/^OK/)
    expect(await step(client, 'b', `APPEND INBOX (\\Seen) {${letter.length}}`, letter)).toMatch(
      /^OK \[APPENDUID \d+ 1\]/,
    )
    expect(await client.say(`APPEND INBOX {${letter.length}+}\r\n${letter}`)).toMatch(/^OK/)
    expect(await client.say('APPEND INBOX ~{9+}\r\nX: y\r\n\r\n\0')).toMatch(/^OK/)
    expect(await client.say('APPEND INBOX {9+}\r\nX: y\r\n\r\n\0')).toMatch(/^(?:NO|BAD)/)
    expect(await client.say('APPEND Nowhere {1+}\r\nx')).toMatch(/^NO \[TRYCREATE\]/)
    expect(await client.say('APPEND INBOX {4000000000}')).toMatch(/^NO \[(?:TOOBIG|LIMIT)\]/)
    expect(await client.say('SELECT {100000000}')).toMatch(/^(?:NO|BAD)/)
    expect((await client.ask('SELECT INBOX')).lines).toContain('* 3 EXISTS')
    expect(site.faults).toEqual([])
  })

  it('that never come do not keep a connection that sends what nobody reads', async () => {
    const site = await startImap()
    const client = await site.connected()
    client.write(`a LOGIN {2000000000+}\r\n${'x'.repeat(1_000)}`)
    expect(await client.until(/BYE/)).toMatch(/BYE|closed/)
    expect(await client.until(/never/)).toBe('closed')
  })

  it('are nothing within a quoted string, and may come octet by octet', async () => {
    const site = await startImap()
    const client = await site.signedIn()
    expect(await client.say('SELECT "a{5}')).toMatch(/^BAD/)
    for (const octet of 'q SELECT {5+}\r\nINBOX\r\n') client.write(octet)
    expect(await client.until(/^q /)).toMatch(/^q OK/)
  })
})

describe('a session', () => {
  it('takes commands one after the other, however many come at once', async () => {
    const site = await startImap()
    site.mailbox.deliver('INBOX', letter)
    const client = await site.signedIn()
    client.write(
      'a SELECT INBOX\r\nb FETCH 1 FLAGS\r\nc NOOP\r\nd STORE 1 +FLAGS (x)\r\ne SEARCH KEYWORD x\r\n',
    )
    for (const tag of ['a', 'b', 'c', 'd'])
      expect(await client.until(new RegExp(`^${tag} `))).toMatch(/^. OK/)
    expect(await client.until(/^\* SEARCH|^e /)).toBe('* SEARCH 1')
  })

  it('takes no password before TLS, and forgets what it knew until then', async () => {
    const site = await startImap({ implicitTls: false })
    const client = await site.connected()
    expect(await client.say('LOGIN ann "c d"')).toMatch(/^NO \[PRIVACYREQUIRED\]/)
    expect(await client.say('STARTTLS')).toMatch(/^OK/)
    await client.startTls()
    expect(await client.say('SELECT INBOX')).toMatch(/^(?:NO|BAD)/)
    expect(await client.say('LOGIN ann "c d"')).toMatch(/^OK/)
    expect(await client.say('STARTTLS')).toMatch(/^BAD/)
  })

  it('signs in by PLAIN in one step or two, and lets it be cancelled', async () => {
    const site = await startImap({ limits: { authFailures: 10 } })
    const client = await site.connected()
    const secret = (password: string) => Buffer.from(`\0ann\0${password}`).toString('base64')
    expect(await step(client, 'a', 'AUTHENTICATE PLAIN', '*')).toMatch(/^BAD/)
    expect(await client.say('AUTHENTICATE NOTHING')).toMatch(/^(?:NO|BAD)/)
    expect(await step(client, 'b', 'AUTHENTICATE PLAIN', '!!!')).toMatch(/^(?:NO|BAD)/)
    expect(await client.say(`AUTHENTICATE PLAIN ${secret('no')}`)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
    expect(await step(client, 'c', 'AUTHENTICATE PLAIN', secret('c d'))).toMatch(/^OK/)
    expect(await client.say(`AUTHENTICATE PLAIN ${secret('c d')}`)).toMatch(/^BAD/)
  })

  it('hears of new mail while it idles, and ends that by nothing but DONE', async () => {
    const site = await startImap()
    const client = await site.selected()
    client.write('i IDLE\r\n')
    expect(await client.line()).toMatch(/^\+/)
    site.mailbox.deliver('INBOX', letter)
    expect(await client.until(/EXISTS/)).toBe('* 1 EXISTS')
    client.write('done\r\n')
    expect(await client.until(/^i /)).toMatch(/^i OK/)
    client.write('j IDLE\r\n')
    expect(await client.until(/^\+/)).toMatch(/^\+/)
    client.write('k NOOP\r\n')
    expect(await client.until(/^j /)).toMatch(/^j BAD/)
  })

  it('keeps its numbers while another removes messages, until it may be told', async () => {
    const site = await startImap()
    for (let at = 0; at < 3; at++) site.mailbox.deliver('INBOX', letter)
    const [one, two] = [await site.selected(), await site.selected()]
    expect(await two.say('STORE 1 +FLAGS.SILENT (\\Deleted)')).toMatch(/^OK/)
    expect((await two.ask('EXPUNGE')).lines).toContain('* 1 EXPUNGE')
    for (const command of ['FETCH 2 UID', 'STORE 3 +FLAGS (x)', 'SEARCH ALL'])
      expect((await one.ask(command)).lines.filter(line => /EXPUNGE|VANISHED/.test(line))).toEqual([])
    expect((await one.ask('FETCH 2 UID')).lines.join()).toContain('UID 2')
    expect((await one.ask('NOOP')).lines).toContain('* 1 EXPUNGE')
    expect((await one.ask('FETCH 2 UID')).lines.join()).toContain('UID 3')
  })

  it('is told only of what vanished, and in that form, once it has asked for QRESYNC', async () => {
    const site = await startImap()
    for (let at = 0; at < 3; at++) site.mailbox.deliver('INBOX', letter)
    const before = site.mailbox.folder('INBOX').modseq
    const other = await site.selected()
    await other.say('STORE 2 +FLAGS (\\Deleted)')
    await other.say('EXPUNGE')
    await other.say('STORE 1 +FLAGS (seen)')
    const client = await site.signedIn()
    expect(await client.say('SELECT INBOX (QRESYNC (1001 1))')).toMatch(/^BAD/)
    expect(await client.say('ENABLE QRESYNC')).toMatch(/^OK/)
    const validity = site.mailbox.folder('INBOX').uidValidity
    const { lines } = await client.ask(`SELECT INBOX (QRESYNC (${validity} ${before}))`)
    expect(lines).toContain('* VANISHED (EARLIER) 2')
    expect(lines.filter(line => line.includes('FETCH'))).toHaveLength(1)
    for (const known of ['4294967295', '1']) {
      const again = await client.ask(`SELECT INBOX (QRESYNC (${known} 5))`)
      expect(again.done).toMatch(/^OK/)
      expect(again.lines.filter(line => /VANISHED/.test(line))).toEqual([])
    }
    expect((await client.ask(`SELECT INBOX (QRESYNC (${validity} 99999999999999))`)).done).toMatch(/^OK/)
    await other.say('STORE 1 +FLAGS.SILENT (\\Deleted)')
    await other.say('EXPUNGE')
    expect((await client.ask('NOOP')).lines).toContain('* VANISHED 1')
  })

  it('is compressed on request, and goes on where it was', async () => {
    const site = await startImap()
    const client = await site.signedIn()
    expect(await client.say('COMPRESS DEFLATE')).toMatch(/^OK/)
    const stream = await client.inflated()
    stream.write(deflateRawSync('z NOOP\r\n', { finishFlush: constants.Z_SYNC_FLUSH }))
    expect(await stream.until(/^z /m)).toMatch(/^z OK/m)
  })

  it('is not hurt by whatever octets come', async () => {
    const site = await startImap({ limits: { errorsInARow: 1_000 } })
    site.mailbox.deliver('INBOX', letter)
    const client = await site.selected()
    const octets = [
      '\0',
      'a \0',
      '"',
      '{',
      'a {',
      'a {}',
      'a {-1}',
      'a "\\',
      `a SEARCH ${'('.repeat(9_000)}`,
      `a ${'x'.repeat(4_000)}`,
      '* OK',
      '+ x',
      '\u00ff\u00fe',
      '',
    ]
    for (const text of octets) client.write(Buffer.from(`${text}\r\n`, 'latin1'))
    expect(await client.say('NOOP')).toMatch(/^OK/)
    expect(await client.say(`SEARCH ${'NOT '.repeat(1_000)}ALL`)).toMatch(/^OK/)
    expect(
      await client.say(`UID FETCH ${Array.from({ length: 20_000 }, (_, at) => at * 2 + 1).join(',')} FLAGS`),
    ).toMatch(/^OK/)
    expect(await client.say(`FETCH 1 (${'BODY.PEEK[] '.repeat(900)}UID)`)).toMatch(/^(?:OK|NO|BAD)/)
    expect(await client.say(`LIST "" ("${'%*'.repeat(400)}")`)).toMatch(/^OK/)
    expect(site.faults).toEqual([])
  })

  it('knows folders by every form of their names', async () => {
    const site = await startImap()
    const client = await site.signedIn()
    expect(await client.say('CREATE &U,BTFw-/a')).toMatch(/^OK/)
    expect((await client.ask('LIST "" &U,BTFw-*')).lines.join()).toContain('&U,BTFw-/a')
    for (const name of [
      '""',
      '/',
      'a//b',
      '&AAA',
      '..',
      'a/../b',
      '" x"',
      `"${'x'.repeat(2_000)}"`,
      'a/'.repeat(1_000),
    ])
      expect([name, (await client.say(`CREATE ${name}`)).slice(0, 2)]).not.toEqual([name, 'OK'])
    expect(await client.say('CREATE inbox')).toMatch(/^NO/)
    expect(await client.say('DELETE INBOX')).toMatch(/^NO/)
    expect(await client.say('ENABLE IMAP4rev2')).toMatch(/^OK/)
    expect(await client.say('SELECT "台北/a"')).toMatch(/^OK/)
    expect(site.faults).toEqual([])
  })
})
