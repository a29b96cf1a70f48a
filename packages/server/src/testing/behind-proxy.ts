/** What must hold of a site behind whatever proxy: who its clients are, that events come at once and uploads whole. */
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import { deliverOn, greetedFrom, plainMail } from './mail-site.ts'
import { openOctets } from './octet-client.ts'
import { askWeb, begin, callWeb } from './web-client.ts'

export const proxiedSettings = {
  YANSHU_INGEST_SECRET: 'a shared secret of the two',
  YANSHU_TRUSTED_PROXIES: '127.0.0.1',
}
const adminPassword = 'correct horse battery'
const clients = ['127.0.0.3', '127.0.0.4']

type Box = { address: string; token: string }

export async function makeBox(url: string, localPart: string): Promise<Box> {
  const body = { domain: 'yanshu.test', localPart, lifetime: { minutes: 10_080 } }
  const made = await callWeb(`${url}/api/regEmail`, { body })
  return { address: String(made.address), token: String(made.token) }
}

/** Whoever calls is seen as who they are, whatever they say. */
export async function expectWebClients(url: string): Promise<void> {
  for (const from of clients) {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    const body = { username: 'admin', password: adminPassword }
    const { token } = await callWeb(`${url}/api/login`, { body, from, headers })
    const { list } = await callWeb(`${url}/api/user/getSessions`, { token: String(token), from })
    const sessions = list as { current: boolean; client: string }[]
    expect(sessions.find(({ current }) => current)?.client).toBe(from)
  }
}

/** An event is there while its stream stays open, and so are the octets of a mail that is larger than any buffer. */
export async function expectEventsAndUploads(url: string): Promise<void> {
  const { address, token } = await makeBox(url, 'box-events')
  const headers = { authorization: `Bearer ${token}` }
  const stream = await begin(`${url}/api/user/events`, { headers })
  expect(stream.statusCode).toBe(200)
  let heard = ''
  stream.setEncoding('utf8').on('data', chunk => {
    heard += String(chunk)
  })
  const letter = plainMail({ subject: 'large', to: address, text: `${'x'.repeat(70)}\n`.repeat(280_000) })
  expect(letter.length).toBeGreaterThan(19_000_000)
  const handedIn = await askWeb(`${url}/api/ingest`, {
    body: letter,
    headers: {
      authorization: `Bearer ${proxiedSettings.YANSHU_INGEST_SECRET}`,
      'content-type': 'message/rfc822',
      'x-mail-from': 'sender@example.org',
      'x-rcpt-to': address,
    },
  })
  expect([handedIn.status, handedIn.text]).toMatchObject([200, expect.stringContaining(address)])
  await eventually('the event comes', () => /^event: mail$/m.test(heard))
  expect(stream.destroyed).toBe(false)
  stream.destroy()
}

type Row = { client: string }

/** Returns what SPF said of the client of each mail, by the address in the letter. */
async function spfResults(url: string, token: string): Promise<[client: string, result: string][]> {
  const { list } = await callWeb(`${url}/api/user/getInbox`, { token })
  const results: [string, string][] = []
  for (const { id } of list as { id: string }[]) {
    const headers = { authorization: `Bearer ${token}` }
    const { text } = await askWeb(`${url}/api/user/getEmailSource/${id}`, { headers })
    const received = /^Received: from \S+ \(\[([^\]]+)\]\)/m.exec(text)?.[1] ?? ''
    const { mail } = await callWeb(`${url}/api/user/getEmail/${id}`, { token })
    const { result } = (mail as { auth: { spf: { result: string } } }).auth.spf
    results.push([received, result])
  }
  return results
}

/** Two clients bring mail: the trace, the letters and SPF know one from the other. */
export async function expectMailClients(
  url: string,
  smtpPort: number,
  spfDomain: string | null,
): Promise<void> {
  const { address, token } = await makeBox(url, 'box-mail')
  const sender = `sender@${spfDomain ?? 'example.org'}`
  async function deliverFrom(from: string): Promise<void> {
    const client = await greetedFrom(smtpPort, from)
    const { data } = await deliverOn(client, { from: sender, to: address, raw: plainMail({ from: sender }) })
    expect(data).toMatch(/^250 /)
    client.socket().destroy()
  }
  let delivered = 0
  const results = await eventually('SPF has judged both clients', async () => {
    const all = await spfResults(url, token)
    if (all.length < delivered) return null
    // On a busy machine a name server may answer too late; another mail finds out.
    const judged = new Map(all.filter(([, result]) => spfDomain === null || result !== 'temperror'))
    if (judged.size === clients.length) return judged
    for (const client of clients.filter(one => !judged.has(one))) {
      await deliverFrom(client)
      delivered++
    }
    return null
  })
  expect([...results.keys()].sort()).toEqual(clients)
  if (spfDomain !== null)
    expect(Object.fromEntries(results)).toEqual({ '127.0.0.3': 'pass', '127.0.0.4': 'fail' })
  await eventually('the trace names both', async () => {
    const { list } = await callWeb(`${url}/api/user/getTrace`, { token })
    const named = new Set((list as Row[]).map(({ client }) => client))
    return named.size === clients.length && clients.every(client => named.has(client))
  })
}

const wrongTries = 4

/** A mail program that guesses is locked out, and its neighbour is not. */
export async function expectProgramClients(
  port: number,
  protocol: 'submission' | 'imap' | 'pop3',
): Promise<void> {
  const user = `nobody-${protocol}@yanshu.test`
  const plain = Buffer.from(`\0${user}\0wrong`).toString('base64')
  const words = {
    submission: ['HELO phone', `AUTH PLAIN ${plain}`],
    imap: [`a LOGIN ${user} wrong`],
    pop3: [`USER ${user}`, 'PASS wrong'],
  }[protocol]
  async function guess(from: string): Promise<string> {
    const client = await openOctets(port, { tls: true, localAddress: from })
    const line = (text: string) => {
      const end = text.indexOf('\r\n')
      return end < 0 ? null : { found: text.slice(0, end), length: end + 2 }
    }
    let answer = await client.take(line)
    for (const word of words) {
      client.write(`${word}\r\n`)
      answer = await client.take(line)
    }
    client.socket().destroy()
    return answer ?? 'closed'
  }
  const [one = '', other = ''] = clients
  let last = ''
  for (let tries = 0; tries < wrongTries; tries++) last = await guess(one)
  expect(last).toMatch(/^(?:454|a NO \[LIMIT\]|-ERR \[SYS\/TEMP\])/)
  expect(await guess(other)).toMatch(/^(?:535|a NO \[AUTHENTICATIONFAILED\]|-ERR \[AUTH\])/)
}
