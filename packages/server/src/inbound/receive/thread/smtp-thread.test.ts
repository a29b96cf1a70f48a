import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSelfSigned } from '../../../certificate/der/self-signed.ts'
import { createLog } from '../../../kernel/log.ts'
import { until } from '../../../testing/hold.ts'
import { defaultSmtpLimits } from '../smtp/limits.ts'
import { beginData, openClient, type Refused, stored, type TestClient } from '../smtp/testing/test-client.ts'
import type { ReceivedMessage, SmtpHandler, SmtpSession } from '../smtp/types.ts'
import { createSmtpThread } from './smtp-thread.ts'

const pem = makeSelfSigned({ hostname: 'mx.test' })

const takesAll: SmtpHandler = {
  connect: () => null,
  mail: () => null,
  rcpt: () => null,
  data: async () => stored,
  refused: () => undefined,
}

const noCertificate = { files: { certFile: '', keyFile: '' }, own: true }

async function startThread(
  options: {
    handler?: Partial<SmtpHandler>
    live?: { messageBytes: number; recipients: number }
    welcomeMs?: number
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-thread-'))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  const certificate = { files, own: true }
  writeFileSync(files.certFile, pem.cert)
  writeFileSync(files.keyFile, pem.key)
  const messages: (ReceivedMessage & { session: SmtpSession })[] = []
  const refused: Refused[] = []
  const logged: string[] = []
  const limits = { ...defaultSmtpLimits, lingerMs: 500 }
  const live = options.live ?? limits
  const thread = createSmtpThread({
    setup: { hostname: 'mx.test', limits, certificate },
    welcomeMs: options.welcomeMs ?? 0,
    limits: () => live,
    log: createLog('info', { write: line => void logged.push(line) }),
    handler: {
      connect: () => null,
      mail: () => null,
      rcpt: (_session, to) =>
        to.localPart.startsWith('unknown') ? { code: 550, enhanced: '5.1.1', text: 'No such mailbox' } : null,
      async data(session, message) {
        messages.push({ ...message, session })
        return stored
      },
      refused: (session, reason, details) => void refused.push({ session, reason, details }),
      ...options.handler,
    },
  })
  const { port } = await thread.listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await thread.close(0)
    rmSync(folder, { recursive: true })
  })
  const greeted = async () => {
    const client = await openClient(port)
    await client.reply()
    await client.say('EHLO client.test')
    return client
  }
  return { thread, port, messages, refused, logged, greeted, limits: live }
}

test('mail comes through with its envelope, octet for octet, in the clear and encrypted', async () => {
  const { greeted, messages, thread } = await startThread()
  const client = await greeted()
  expect(thread.connections()).toBe(1)
  await client.say('MAIL FROM:<ann@example.com> SIZE=100')
  expect(await client.say('RCPT TO:<unknown@example.net>')).toMatch(/^550 5\.1\.1 No such mailbox/)
  await client.say('RCPT TO:<one@example.net>')
  await client.say('RCPT TO:<two@example.net>')
  await client.say('DATA')
  client.write('Subject: eins\r\n\r\n..dot\r\n')
  expect(await client.say('.')).toBe('250 2.0.0 Stored')
  await client.say('STARTTLS')
  await client.startTls()
  await client.say('EHLO client.test')
  await beginData(client)
  client.write(`${'x'.repeat(70)}\r\n`.repeat(5000))
  expect(await client.say('.')).toBe('250 2.0.0 Stored')
  expect(await client.say('QUIT')).toMatch(/^221 /)
  expect(
    messages.map(({ envelope }) => [envelope.from.address, envelope.recipients.map(to => to.address)]),
  ).toEqual([
    ['ann@example.com', ['one@example.net', 'two@example.net']],
    ['a@example.com', ['b@example.net']],
  ])
  expect(messages[0]?.raw.toString()).toBe('Subject: eins\r\n\r\n.dot\r\n')
  expect(messages[1]?.raw).toHaveLength(72 * 5000)
  expect(messages[1]?.session).toMatchObject({ protocol: 'ESMTPS', greeting: { name: 'client.test' } })
  await until(() => thread.connections() === 0)
})

test('messages of any size come through on one connection', async () => {
  const { greeted, messages } = await startThread()
  const client = await greeted()
  // Around the sizes at which memory is had in another way.
  const lines = [0, 1, 40, 230, 250, 300, 900, 1000, 4000]
  for (const count of lines) {
    await beginData(client)
    client.write(`${'x'.repeat(70)}\r\n`.repeat(count))
    expect(await client.say('.')).toBe('250 2.0.0 Stored')
  }
  expect(messages.map(({ raw }) => raw.length)).toEqual(lines.map(count => count * 72))
})

test('many clients at once each get their own answers', async () => {
  const { greeted, messages } = await startThread({
    handler: {
      mail: (_session, from) => (from.localPart === 'odd7' ? { code: 451, text: 'not you' } : null),
    },
  })
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const client = await greeted()
      const answer = await client.say(`MAIL FROM:<odd${at}@example.com>`)
      if (at === 7) return expect(answer).toBe('451 not you')
      await client.say(`RCPT TO:<to${at}@example.net>`)
      await client.say('DATA')
      client.write(`${at}\r\n`)
      expect(await client.say('.')).toBe('250 2.0.0 Stored')
    }),
  )
  const got = messages.map(
    ({ raw, envelope }) => `${raw.toString().trim()} ${envelope.recipients[0]?.localPart}`,
  )
  expect(got.sort()).toEqual(
    Array.from({ length: 20 }, (_, at) => at)
      .filter(at => at !== 7)
      .map(at => `${at} to${at}`)
      .sort(),
  )
})

test('limits that were changed hold for the next connection', async () => {
  const live = { messageBytes: 1_000_000, recipients: 100 }
  const { greeted } = await startThread({ live })
  expect(await (await greeted()).say('MAIL FROM:<a@example.com> SIZE=5000')).toMatch(/^250 /)
  live.messageBytes = 1000
  expect(await (await greeted()).say('MAIL FROM:<a@example.com> SIZE=5000')).toMatch(/^552 /)
})

test('a handler that fails is reported with its reason, and the client is told to come back', async () => {
  const { greeted, refused } = await startThread({
    handler: {
      async data() {
        throw new Error('the disk is gone')
      },
    },
  })
  const client = await greeted()
  await beginData(client)
  client.write('text\r\n')
  expect(await client.say('.')).toMatch(/^451 4\.3\.0 /)
  await until(() => refused.length > 0)
  expect(refused).toMatchObject([
    {
      reason: 'handler-failed',
      details: { error: { message: 'the disk is gone' }, transaction: { recipients: [{ localPart: 'b' }] } },
    },
  ])
})

test('refusals of the port itself are told with who and what', async () => {
  const { greeted, refused } = await startThread()
  const client = await greeted()
  await beginData(client)
  client.write('bare\nline\r\n')
  expect(await client.say('.')).toMatch(/^550 5\.6\.11 /)
  await until(() => refused.length > 0)
  expect(refused).toMatchObject([
    { reason: 'bare-lf', session: { remoteAddress: '127.0.0.1' }, details: { reply: { code: 550 } } },
  ])
  expect(refused[0]?.details.transaction?.recipients.map(to => to.address)).toEqual(['b@example.net'])
})

test('closing waits for a message that is being stored, and tells who is idle', async () => {
  const entered = Promise.withResolvers<void>()
  const verdict = Promise.withResolvers<void>()
  const { greeted, thread, port } = await startThread({
    handler: {
      async data() {
        entered.resolve()
        await verdict.promise
        return stored
      },
    },
  })
  const idle = await greeted()
  const client = await greeted()
  await beginData(client)
  client.write('text\r\n.\r\n')
  await entered.promise
  const closed = thread.close(5000)
  expect(await idle.rest()).toEqual(['421 4.3.2 Service is shutting down'])
  verdict.resolve()
  expect((await client.rest())[0]).toBe('250 2.0.0 Stored')
  await closed
  await expect(openClient(port)).rejects.toThrow('ECONNREFUSED')
  await thread.close(5000)
})

test('a port that is taken is an error of the start', async () => {
  const { port, thread: _first } = await startThread()
  const second = createSmtpThread({
    setup: { hostname: 'mx.test', limits: defaultSmtpLimits, certificate: noCertificate },
    limits: () => defaultSmtpLimits,
    log: createLog('info', { write: () => undefined }),
    handler: takesAll,
  })
  await expect(second.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await second.close(0)
})

/** Asks about nobody twice, and has recipients that leave. */
async function startForgetful() {
  const gone = new Set<string>()
  const asked: string[] = []
  const blocked = { code: 554, enhanced: '5.7.1', text: 'Blocked' }
  const site: Awaited<ReturnType<typeof startThread>> = await startThread({
    welcomeMs: 60_000,
    handler: {
      mail(_session, from) {
        asked.push(from.address)
        return gone.has(from.address) ? blocked : null
      },
      async data(session, message) {
        asked.push(`message, ${message.senderAsked ? 'sender asked' : 'sender not asked'}`)
        if (gone.has(message.envelope.from.address)) return blocked
        site.messages.push({ ...message, session })
        return stored
      },
      rcpt(_session, to) {
        asked.push(to.address)
        return gone.has(to.address) ? { code: 550, enhanced: '5.2.1', text: 'Disabled' } : null
      },
    },
  })
  async function send(client: TestClient, ...to: string[]): Promise<string> {
    await client.say('MAIL FROM:<ann@example.com>')
    for (const address of to) expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250 /)
    await client.say('DATA')
    client.write('text\r\n')
    return client.say('.')
  }
  return { ...site, gone, asked, send }
}

test('who was welcome a moment ago is asked about once for each message, with the message', async () => {
  const { greeted, asked, send } = await startForgetful()
  const client = await greeted()
  expect(await send(client, 'one@example.net')).toMatch(/^250 /)
  asked.length = 0
  expect(await send(client, 'one@example.net')).toMatch(/^250 /)
  expect(asked).toEqual(['one@example.net', 'message, sender not asked'])
  // Bounces all have the same sender, none.
  for (const expected of ['sender asked', 'sender not asked']) {
    asked.length = 0
    await client.say('MAIL FROM:<>')
    await client.say('RCPT TO:<one@example.net>')
    await client.say('DATA')
    client.write('text\r\n')
    expect(await client.say('.')).toMatch(/^250 /)
    expect(asked.at(-1)).toBe(`message, ${expected}`)
  }
})

test('a recipient that is welcome for one sender is asked about for another, who may be kept out', async () => {
  const { greeted, asked, send } = await startForgetful()
  const client = await greeted()
  await send(client, 'one@example.net')
  asked.length = 0
  await client.say('MAIL FROM:<bob@example.com>')
  await client.say('RCPT TO:<one@example.net>')
  expect(asked).toEqual(['bob@example.com', 'one@example.net'])
})

test('what was decided is forgotten when something is changed', async () => {
  const { greeted, asked, send, thread } = await startForgetful()
  const client = await greeted()
  await send(client, 'one@example.net')
  thread.forget()
  // Messages to the thread arrive in order, so an answer proves that it knows of the change.
  await client.say('MAIL FROM:<new@example.com>')
  await client.say('RSET')
  asked.length = 0
  await send(client, 'one@example.net')
  expect(asked).toEqual(['ann@example.com', 'one@example.net', 'one@example.net', 'message, sender asked'])
})

test('who was welcome a moment ago and is not any more gets nothing', async () => {
  const { greeted, gone, send, messages } = await startForgetful()
  const client = await greeted()
  await send(client, 'one@example.net', 'two@example.net')
  messages.length = 0
  gone.add('two@example.net')
  expect(await send(client, 'one@example.net', 'two@example.net')).toMatch(
    /^451 4\.3\.0 A recipient is no longer/,
  )
  await client.say('MAIL FROM:<ann@example.com>')
  expect(await client.say('RCPT TO:<two@example.net>')).toMatch(/^550 5\.2\.1 Disabled/)
  await client.say('RSET')
  await send(client, 'one@example.net')
  gone.add('one@example.net')
  expect(await send(client, 'one@example.net')).toMatch(/^550 5\.2\.1 Disabled/)
  gone.clear()
  await send(client, 'one@example.net')
  gone.add('ann@example.com')
  expect(await send(client, 'one@example.net')).toMatch(/^554 5\.7\.1 Blocked/)
  expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^554 5\.7\.1 Blocked/)
  expect(messages.map(({ envelope }) => envelope.recipients.map(to => to.address))).toEqual([
    ['one@example.net'],
    ['one@example.net'],
  ])
})

test('what the port refuses is told of recipients that the handler knows', async () => {
  const { greeted, asked, send, refused } = await startForgetful()
  const client = await greeted()
  await send(client, 'one@example.net')
  asked.length = 0
  await client.say('MAIL FROM:<ann@example.com>')
  await client.say('RCPT TO:<one@example.net>')
  await client.say('DATA')
  client.write('bare\nline\r\n')
  expect(await client.say('.')).toMatch(/^550 5\.6\.11 /)
  await until(() => refused.length > 0)
  expect(asked).toEqual(['one@example.net'])
})

test('a thread that dies is replaced', async () => {
  const logged: string[] = []
  const program = `import { parentPort } from 'node:worker_threads'
parentPort.once('message', () => {
  parentPort.postMessage([{ kind: 'listening', port: 25 }])
  setImmediate(() => { throw new Error('no more') })
})`
  const thread = createSmtpThread({
    setup: { hostname: 'mx.test', limits: defaultSmtpLimits, certificate: noCertificate },
    limits: () => defaultSmtpLimits,
    log: createLog('info', { write: line => void logged.push(line) }),
    handler: takesAll,
    file: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  })
  onTestFinished(() => thread.close(0))
  expect(await thread.listen(25, '127.0.0.1')).toEqual({ port: 25 })
  await until(() => logged.filter(line => line.includes('no more')).length >= 2)
})
