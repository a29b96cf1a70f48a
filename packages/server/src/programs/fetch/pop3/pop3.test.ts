import { expect, onTestFinished, test } from 'vitest'
import { testCertificate } from '../../../inbound/receive/smtp/testing/test-client.ts'
import { defaultPop3Limits, type Pop3Limits } from './limits.ts'
import { createPop3Server } from './server.ts'
import { openPop3, type Pop3Client } from './testing/test-client.ts'
import type { Entry, Maildrop } from './types.ts'

const certificate = testCertificate()
const letter = 'Subject: one\r\n\r\n.dot\r\nlast\r\n'

type TestServer = {
  port: number
  removed: number[][]
  fetched: number[]
  faults: unknown[]
  /** How many sessions have been closed. */
  closed(): number
  close(graceMs: number): Promise<void>
  signedIn(): Promise<Pop3Client>
}

type TestOptions = {
  limits?: Partial<Pop3Limits>
  implicitTls?: boolean
  drop?: Partial<Maildrop>
  mails?: string[]
}

/** Its only user is "a b" with the password "c d"; closed when the test ends. */
async function start({
  limits,
  implicitTls = true,
  drop,
  mails = [letter],
}: TestOptions = {}): Promise<TestServer> {
  const removed: number[][] = []
  const fetched: number[] = []
  const faults: unknown[] = []
  let closed = 0
  const maildrop: Maildrop = {
    mails: mails.map((mail, index) => ({ uid: `u${index}`, octets: mail.length })),
    isOpen: async () => true,
    read: async index => Buffer.from(mails[index] ?? '', 'latin1'),
    fetched: async index => void fetched.push(index),
    remove: async indexes => void removed.push([...indexes]),
    close: async () => void closed++,
    ...drop,
  }
  const server = createPop3Server({
    hostname: () => 'mx.test',
    tls: () => certificate,
    implicitTls,
    limits: { ...defaultPop3Limits, lingerMs: 500, ...limits },
    handler: {
      signIn: async ({ username, password }): Promise<Entry> =>
        username === 'a b' && password === 'c d' ? { kind: 'open', maildrop } : { kind: 'wrong' },
      failed: cause => faults.push(cause),
    },
  })
  const { port } = await server.listen(0, '127.0.0.1')
  onTestFinished(() => server.close(0))
  return {
    port,
    removed,
    fetched,
    faults,
    closed: () => closed,
    close: server.close,
    async signedIn() {
      const client = await openPop3(port, { tls: implicitTls })
      expect(await client.line()).toBe('+OK mx.test POP3 ready')
      expect(await client.say('USER a b')).toMatch(/^\+OK/)
      expect(await client.say('PASS c d')).toBe(`+OK Maildrop has ${mails.length} messages`)
      return client
    },
  }
}

test('no password is heard in the clear, and what was said before STLS is forgotten', async () => {
  const { port } = await start({ implicitTls: false })
  const client = await openPop3(port)
  await client.line()
  expect(await client.ask('CAPA')).toBe(
    'TOP\r\nUIDL\r\nPIPELINING\r\nRESP-CODES\r\nAUTH-RESP-CODE\r\nSTLS\r\n',
  )
  for (const line of ['USER a b', 'PASS c d', 'AUTH PLAIN AGEgYgBjIGQ=']) {
    expect(await client.say(line)).toBe('-ERR Encryption required, use STLS first')
  }
  expect(await client.say('STLS')).toMatch(/^\+OK/)
  await client.startTls()
  expect(await client.say('PASS c d')).toBe('-ERR USER first')
  expect(await client.ask('CAPA')).toContain('USER\r\nSASL PLAIN\r\n')
  expect(await client.say('STLS')).toBe('-ERR TLS is already active')
  expect(await client.say('AUTH PLAIN AGEgYgBjIGQ=')).toMatch(/^\+OK Maildrop/)
})

test('what is sent behind STLS in the clear is not taken as said under TLS', async () => {
  const { port } = await start({ implicitTls: false })
  const client = await openPop3(port)
  await client.line()
  client.write('STLS\r\nUSER a b\r\nPASS c d\r\n')
  expect(await client.line()).toBe('-ERR You must wait for my answer')
  expect(await client.line()).toBe('closed')
})

test('commands may come all at once and are answered in order; numbers hold until the end', async () => {
  const { signedIn, removed, fetched, closed } = await start({ mails: [letter, 'B: 2\r\n\r\n', letter] })
  const client = await signedIn()
  client.write(
    'STAT\r\nlist\r\nUIDL 2\r\nDELE 2\r\nLIST\r\nSTAT\r\nRETR 2\r\nDELE 2\r\nRETR 3\r\nTOP 1 1\r\nNOOP\r\nQUIT\r\n',
  )
  expect(await client.line()).toBe(`+OK 3 ${2 * letter.length + 8}`)
  expect([await client.line(), await client.body()]).toEqual([
    `+OK 3 messages (${2 * letter.length + 8} octets)`,
    `1 ${letter.length}\r\n2 8\r\n3 ${letter.length}\r\n`,
  ])
  expect(await client.line()).toBe('+OK 2 u1')
  expect(await client.line()).toBe('+OK Marked for deletion')
  expect([await client.line(), await client.body()]).toEqual([
    `+OK 2 messages (${2 * letter.length} octets)`,
    `1 ${letter.length}\r\n3 ${letter.length}\r\n`,
  ])
  expect(await client.line()).toBe(`+OK 2 ${2 * letter.length}`)
  expect(await client.line()).toBe('-ERR No such message')
  expect(await client.line()).toBe('-ERR No such message')
  expect([await client.line(), await client.body()]).toEqual(['+OK Message follows', letter])
  expect([await client.line(), await client.body()]).toEqual([
    '+OK Message follows',
    'Subject: one\r\n\r\n.dot\r\n',
  ])
  expect([await client.line(), await client.line(), await client.line()]).toEqual([
    '+OK Still here',
    '+OK Bye',
    'closed',
  ])
  expect([removed, fetched, closed()]).toEqual([[[1]], [2], 1])
})

test('nothing is removed after RSET, nor when the connection is lost', async () => {
  const { signedIn, removed, closed } = await start()
  const first = await signedIn()
  await first.say('DELE 1')
  await first.say('RSET')
  expect(await first.say('STAT')).toBe(`+OK 1 ${letter.length}`)
  expect(await first.say('QUIT')).toBe('+OK Bye')
  const second = await signedIn()
  expect(await second.say('DELE 1')).toMatch(/^\+OK/)
  second.socket().destroy()
  await expect.poll(closed).toBe(2)
  expect(removed).toEqual([])
})

test('one whose mail could not be removed is told so', async () => {
  const { signedIn, faults } = await start({ drop: { remove: () => Promise.reject(new Error('disk')) } })
  const client = await signedIn()
  await client.say('DELE 1')
  expect(await client.say('QUIT')).toMatch(/^-ERR \[SYS\/TEMP\]/)
  expect(await client.line()).toBe('closed')
  expect(faults).toHaveLength(1)
})

test.each([
  'RETR',
  'RETR 0',
  'RETR 2',
  'RETR -1',
  'RETR 1e0',
  'RETR 1 1',
  'RETR 99999999999999999999',
  'TOP 1',
  'TOP 1 -1',
  'TOP 1 1 1',
  'LIST 0',
  'LIST __proto__',
  'UIDL 1x',
  'DELE constructor',
  'STAT 1',
  'USER a b',
  'STLS',
  'XTND',
  '',
  ' ',
  'RETR\t1',
  'NO\0P',
  'GET / HTTP/1.1',
])('%j is refused and the conversation goes on', async line => {
  const { signedIn } = await start()
  const client = await signedIn()
  expect(await client.say(line)).toMatch(/^-ERR /)
  expect(await client.say('NOOP')).toBe('+OK Still here')
})

test('before signing in there is nothing to see', async () => {
  const { port } = await start()
  const client = await openPop3(port, { tls: true })
  await client.line()
  for (const line of ['STAT', 'LIST', 'RETR 1', 'DELE 1', 'NOOP', 'RSET']) {
    expect(await client.say(line)).toBe('-ERR Sign in first')
  }
  expect(await client.say('QUIT')).toBe('+OK Bye')
})

test('broken sign-ins are answered, nobody acts for another, and guessing ends the connection', async () => {
  const { port } = await start()
  const client = await openPop3(port, { tls: true })
  await client.line()
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  expect(await client.say('AUTH')).toBe('-ERR Mechanism not supported')
  expect(await client.say('AUTH PLAIN !!!!')).toBe('-ERR Cannot decode base64')
  expect(await client.say(`AUTH PLAIN ${base64('a b\0c d')}`)).toBe('-ERR Cannot decode base64')
  expect(await client.say('AUTH PLAIN')).toBe('+ ')
  expect(await client.say('*')).toBe('-ERR Authentication cancelled')
  expect(await client.say('AUTH PLAIN')).toBe('+ ')
  expect(await client.say('A'.repeat(20_000))).toBe('-ERR Line too long')
  const wrong = '-ERR [AUTH] Address or password is wrong'
  expect(await client.say(`AUTH PLAIN ${base64('other\0a b\0c d')}`)).toBe(wrong)
  expect(await client.say(`AUTH PLAIN ${base64('\0a b\0c')}`)).toBe(wrong)
  await client.say('USER nobody')
  expect(await client.say('PASS c d')).toBe(wrong)
  expect(await client.line()).toBe('closed')
})

test('long lines, endless lines, too many errors and too many commands end in an answer', async () => {
  const { signedIn, port } = await start({ limits: { discardBytes: 100_000, errorsPerConnection: 3 } })
  const long = await signedIn()
  expect(await long.say(`NOOP ${'x'.repeat(50_000)}`)).toBe('-ERR Line too long')
  long.write('x'.repeat(300_000))
  expect([await long.line(), await long.line()]).toEqual(['-ERR Line too long', 'closed'])
  const wrong = await signedIn()
  wrong.write('A\r\n'.repeat(20))
  for (let count = 0; count < 4; count++) expect(await wrong.line()).toBe('-ERR Command not recognised')
  expect([await wrong.line(), await wrong.line()]).toEqual(['-ERR Too many errors', 'closed'])
  const stranger = await openPop3(port, { tls: true })
  await stranger.line()
  stranger.write('CAPA\r\n'.repeat(60))
  let said = ''
  for (let next = ''; next !== 'closed'; next = await stranger.line()) said = next
  expect(said).toBe('-ERR Too many commands on this connection')
})

test('one who is silent is let go, and one who takes nothing is cut off', async () => {
  const big = `A: 1\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(40_000)}`
  const server = await start({ limits: { idleMs: 50, pieceMs: 200 }, mails: [big] })
  const silent = await server.signedIn()
  expect([await silent.line(), await silent.line()]).toEqual([
    '-ERR [SYS/TEMP] Timed out, closing connection',
    'closed',
  ])
  const deaf = await server.signedIn()
  deaf.socket().pause()
  deaf.write('RETR 1\r\n')
  await expect.poll(server.closed).toBe(2)
  expect(server.fetched).toEqual([])
  deaf.socket().destroy()
})

test('what is being sent at once is bounded over all connections', async () => {
  const { signedIn } = await start({ limits: { heldBytes: letter.length - 1 } })
  const client = await signedIn()
  expect(await client.say('RETR 1')).toMatch(/^-ERR \[SYS\/TEMP\] Too much/)
})

test('connections beyond the limit are told, those from one address too', async () => {
  const { port } = await start({ implicitTls: false, limits: { connectionsPerAddress: 1 } })
  const first = await openPop3(port)
  await first.line()
  const second = await openPop3(port)
  expect(await second.line()).toBe('-ERR [SYS/TEMP] Too many connections, try again later')
  first.socket().destroy()
  await expect.poll(async () => (await openPop3(port)).line()).toBe('+OK mx.test POP3 ready')
})

test('a session that may go on no longer ends, and removes nothing', async () => {
  let isOpen = true
  const { signedIn, removed } = await start({ drop: { isOpen: async () => isOpen } })
  const client = await signedIn()
  await client.say('DELE 1')
  isOpen = false
  expect([await client.say('QUIT'), await client.line()]).toEqual([
    '-ERR [AUTH] This session has ended',
    'closed',
  ])
  expect(removed).toEqual([])
})

test('closing down tells idle clients and lets a message that is being sent arrive whole', async () => {
  const big = `A: 1\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(8000)}`
  const server = await start({ mails: [big] })
  const idle = await server.signedIn()
  const busy = await server.signedIn()
  busy.socket().pause()
  busy.write('RETR 1\r\nSTAT\r\n')
  await new Promise<void>(resolve => busy.socket().once('readable', resolve))
  const closed = server.close(5000)
  expect([await idle.line(), await idle.line()]).toEqual([
    '-ERR [SYS/TEMP] Service is shutting down',
    'closed',
  ])
  busy.socket().resume()
  expect(await busy.line()).toBe('+OK Message follows')
  expect((await busy.body()).length).toBe(big.length)
  expect(await busy.line()).toBe('-ERR [SYS/TEMP] Service is shutting down')
  await closed
})
