/** Starts a test site that receives mail by real SMTP and takes real calls. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailRow } from '@yanshu/contract'
import type { DatabaseKind } from '../database/types.ts'
import { openClient, type TestClient } from '../inbound/receive/smtp/testing/test-client.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** This port refuses at once, because sender checks must not make tests wait for a real DNS. */
const silentDns = { YANSHU_DNS_SERVERS: '127.0.0.1:9' }

/** These sites need no pages. */
const noPages = join(tmpdir(), 'yanshu-no-pages')

export const startMailSite = (kind: DatabaseKind, options: TestAppOptions = {}): Promise<TestApp> =>
  startTestApp(kind, {
    webDir: noPages,
    ...options,
    environment: { ...silentDns, ...options.environment },
  })

export type MailText = {
  subject?: string
  from?: string
  to?: string
  text?: string
  headers?: readonly string[]
}

/** Makes a plain mail as bytes with the line ends of SMTP. */
export function plainMail({
  subject = 'hello',
  from = 'Sender <sender@example.org>',
  to = 'someone@yanshu.test',
  text = 'nothing in particular',
  headers = [],
}: MailText = {}): Buffer {
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 02 Mar 2026 10:00:00 +0800',
    `Message-ID: <${crypto.randomUUID()}@example.org>`,
    'MIME-Version: 1.0',
    ...headers,
    ...(headers.some(line => /^content-type:/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    ...text.split(/\r?\n/),
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** Doubles dots at the beginning of lines for the wire (RFC 5321 section 4.5.2). */
export function stuffed(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replaceAll('\r\n.', '\r\n..')
  return Buffer.from(text.startsWith('.') ? `.${text}` : text, 'latin1')
}

export type Delivery = {
  from?: string
  to: string | readonly string[]
  raw?: Buffer
  /** The parameters of MAIL FROM: SIZE, BODY, SMTPUTF8. */
  params?: string
}

/**
 * The server's replies: to MAIL, to each RCPT, and after the message. `data` is empty when the message was
 * not sent.
 */
export type Delivered = { mail: string; rcpt: string[]; data: string }

export async function greetedClient(port: number, hello = 'EHLO client.test'): Promise<TestClient> {
  return greeted(await openClient(port), hello)
}

/** The same for a client at another address of this machine. */
export async function greetedFrom(port: number, localAddress: string): Promise<TestClient> {
  return greeted(await openClient(port, { localAddress }), 'EHLO client.test')
}

async function greeted(client: TestClient, hello: string): Promise<TestClient> {
  await client.reply()
  await client.say(hello)
  return client
}

/** Runs one transaction on an open connection. */
export async function deliverOn(client: TestClient, delivery: Delivery): Promise<Delivered> {
  const { from = 'sender@example.org', to, raw = plainMail(), params = '' } = delivery
  const mail = await client.say(`MAIL FROM:<${from}>${params && ` ${params}`}`)
  if (!mail.startsWith('2')) return { mail, rcpt: [], data: '' }
  const rcpt: string[] = []
  for (const address of typeof to === 'string' ? [to] : to) {
    rcpt.push(await client.say(`RCPT TO:<${address}>`))
  }
  if (!rcpt.some(answer => answer.startsWith('2'))) {
    await client.say('RSET')
    return { mail, rcpt, data: '' }
  }
  const ready = await client.say('DATA')
  if (!ready.startsWith('354')) return { mail, rcpt, data: ready }
  client.write(stuffed(raw))
  return { mail, rcpt, data: await client.say('.') }
}

export async function deliver(port: number, delivery: Delivery): Promise<Delivered> {
  const client = await greetedClient(port)
  try {
    return await deliverOn(client, delivery)
  } finally {
    client.socket().destroy()
  }
}

/** Delivers a mail that must be accepted, and waits until it is in its mailboxes. */
export async function receive(site: TestApp, delivery: Delivery): Promise<void> {
  const { data, rcpt } = await deliver(site.app.smtpPort, delivery)
  if (!data.startsWith('250')) throw new Error(`not accepted: ${data || rcpt.join(', ')}`)
  await site.app.settled()
}

export async function inbox(
  site: TestApp,
  token: string,
  query: Record<string, unknown> = {},
): Promise<MailRow[]> {
  return (await site.ok('getInbox', { query }, token)).list
}

export const subjects = (mails: readonly MailRow[]): string[] => mails.map(mail => mail.subject)

/** Returns the bytes of a call that answers with a file. */
export async function fileOf(
  site: TestApp,
  token: string | null,
  path: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${site.url}${path}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/**
 * Returns the message as it was sent, without the trace headers that we put before it (Return-Path and
 * Received).
 */
export async function sourceOf(site: TestApp, token: string, id: string): Promise<Buffer> {
  const { status, bytes } = await fileOf(site, token, `/api/user/getEmailSource/${id}`)
  if (status !== 200) throw new Error(`source answered ${status}`)
  const own = /^Return-Path: <[^>\r\n]*>\r\nReceived: [^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*/.exec(
    bytes.toString('latin1'),
  )
  if (!own) throw new Error('no trace headers of ours')
  return bytes.subarray(own[0].length)
}
