/** What a program does that is told to stop, as orchestrators do it, while clients are in the middle of things. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { makeBox, proxiedSettings } from './testing/behind-proxy.ts'
import { makeMigratedPlace } from './testing/databases.ts'
import { eventually } from './testing/eventually.ts'
import { deliverOn, greetedClient, plainMail } from './testing/mail-site.ts'
import { type Program, startProgram } from './testing/program.ts'
import { readRaw, requestLine } from './testing/raw-http.ts'
import { askWeb, begin, callWeb } from './testing/web-client.ts'

let cleaning: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

async function run(
  environment: Record<string, string>,
): Promise<{ program: Program; again(): Promise<Program> }> {
  const place = await makeMigratedPlace('sqlite')
  cleaning.push(() => place.remove())
  async function again(): Promise<Program> {
    const program = await startProgram({ place, environment: { ...proxiedSettings, ...environment } })
    cleaning.push(async () => {
      program.kill('SIGKILL')
      await program.exited
    })
    return program
  }
  return { program: await again(), again }
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })

async function open(port: number): Promise<{ socket: Socket; rest: Promise<string> }> {
  const socket = connect({ host: '127.0.0.1', port }).setEncoding('utf8')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await once(socket, 'connect')
  return { socket, rest: new Promise(resolve => socket.on('close', () => resolve(text))) }
}

it('says at once that it is not ready, and goes on until its balancers know', {
  timeout: 300_000,
}, async () => {
  const { program } = await run({ YANSHU_DRAIN_SECONDS: '600' })
  const { url, smtpPort } = program
  const { address } = await makeBox(url, 'drain')
  expect((await askWeb(`${url}/readyz`)).status).toBe(200)
  program.kill('SIGTERM')
  await eventually('it is not ready', async () => (await askWeb(`${url}/readyz`)).status === 503)
  const asked = Array.from({ length: 40 }, () => askWeb(`${url}/api/getVar`))
  const delivered = Array.from({ length: 10 }, async () => {
    const client = await greetedClient(smtpPort)
    const { data } = await deliverOn(client, { to: address })
    client.socket().destroy()
    return data.slice(0, 3)
  })
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(delivered))).toEqual(new Set(['250']))
  expect((await askWeb(`${url}/healthz`)).status).toBe(200)
  expect((await askWeb(`${url}/readyz`)).status).toBe(503)
  // A second signal says that there is nothing to wait for.
  program.kill('SIGTERM')
  expect(await program.exited).toBe(0)
})

it('lets nobody in any more, and those who are inside finish', { timeout: 300_000 }, async () => {
  const { program, again } = await run({ YANSHU_STOP_SECONDS: '300' })
  const { url, httpPort, smtpPort } = program
  const { address, token } = await makeBox(url, 'inside')
  const raw = plainMail({ subject: 'half', to: address })

  const clients = await Promise.all(Array.from({ length: 5 }, () => greetedClient(smtpPort)))
  for (const client of clients) {
    await client.say('MAIL FROM:<sender@example.org>')
    await client.say(`RCPT TO:<${address}>`)
    expect(await client.say('DATA')).toMatch(/^354/)
    client.write(raw)
  }
  const idle = await greetedClient(smtpPort)
  const stream = await begin(`${url}/api/user/events`, { headers: { authorization: `Bearer ${token}` } })
  const streamEnded = once(stream.resume(), 'close')
  const unasked = await open(httpPort)
  const uploads = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const upload = await open(httpPort)
      const head = {
        authorization: `Bearer ${proxiedSettings.YANSHU_INGEST_SECRET}`,
        'content-type': 'message/rfc822',
        'x-mail-from': 'sender@example.org',
        'x-rcpt-to': address,
        expect: '100-continue',
      }
      const goesOn = once(upload.socket, 'data')
      upload.socket.write(
        requestLine('POST', '/api/ingest', { ...head, 'content-length': String(raw.length) }),
      )
      // From here on the request is under way.
      expect(String(await goesOn)).toContain('100 Continue')
      upload.socket.write(raw.subarray(0, 100))
      return upload
    }),
  )

  program.kill('SIGTERM')
  await eventually(
    'the ports are closed',
    async () => (await isRefused(httpPort)) && (await isRefused(smtpPort)),
  )
  expect(await idle.rest()).toEqual([expect.stringMatching(/^421 /)])
  await streamEnded
  for (const client of clients) expect(await client.say('.')).toMatch(/^250 /)
  for (const { socket } of uploads) socket.write(raw.subarray(100))
  for (const { rest } of uploads)
    expect(readRaw((await rest).replace(/^HTTP\/1.1 100.*\r\n\r\n/, '')).status).toBe(200)
  expect(await unasked.rest).toBe('')
  expect(await program.exited).toBe(0)

  const next = await again()
  await eventually('all ten mails are there', async () => {
    const { list } = await callWeb(`${next.url}/api/user/getInbox`, { token })
    return (list as unknown[]).length === 10
  })
})

it('cuts off who does not finish in time, and ends all the same', { timeout: 120_000 }, async () => {
  const { program } = await run({ YANSHU_STOP_SECONDS: '6' })
  const { address } = await makeBox(program.url, 'slow')
  const client = await greetedClient(program.smtpPort)
  await client.say('MAIL FROM:<sender@example.org>')
  await client.say(`RCPT TO:<${address}>`)
  await client.say('DATA')
  const waiting = await open(program.httpPort)
  waiting.socket.write(requestLine('POST', '/api/ingest', { 'content-length': '1000' }))
  const asked = performance.now()
  program.kill('SIGTERM')
  expect(await client.reply()).toBe('closed')
  await waiting.rest
  expect(await program.exited).toBe(0)
  expect(performance.now() - asked).toBeGreaterThan(900)
})
