/**
 * Runs on a machine with little memory and sends three mails at once that are built to use much of it: a page
 * of hundreds of thousands of elements, parts nested ten thousand deep, and a message just larger than the
 * limit. The measure is the most memory that the program held of its own. Pages of files, such as the program
 * itself, do not count, because the kernel takes them back when memory is short.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseKinds, makePlace } from './testing/databases.ts'
import { eventually } from './testing/eventually.ts'
import { deliver, greetedClient, plainMail } from './testing/mail-site.ts'
import { type Program, startProgram } from './testing/program.ts'

const megabyte = 1_048_576
const machineBytes = 512 * megabyte
const rounds = 2

/** Makes 5 MB with 200,000 elements, 50,000 nested tables and 10,000 rules. */
function hugePage(): string {
  const rules = Array.from(
    { length: 10_000 },
    (_, at) => `.c${at}{color:#${at.toString(16).padStart(6, '0')}}`,
  )
  const tables = '<table><tr><td>'.repeat(50_000)
  const words = '<p class="c1">words</p>\r\n'.repeat(50_000)
  const page = `<style>${rules.join('\r\n')}</style>\r\n${words}${tables.replaceAll('<table>', '\r\n<table>')}`
  return `${page}${' '
    .repeat(70)
    .concat('\r\n')
    .repeat(Math.max(0, (5 * megabyte - page.length) / 72))}`
}

function deepParts(): string {
  const levels = Array.from(
    { length: 10_000 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  )
  return `${levels.join('')}--b10000\r\n\r\nthe bottom\r\n`
}

const pageMail = (subject: string): Buffer =>
  plainMail({ subject, headers: ['Content-Type: text/html; charset=utf-8'], text: hugePage() })
const deepMail = (subject: string): Buffer =>
  plainMail({ subject, headers: ['Content-Type: multipart/mixed; boundary=b0'], text: deepParts() })
const tooLarge = (limit: number): Buffer =>
  Buffer.concat([
    plainMail({ subject: 'too large' }),
    Buffer.alloc(limit, `${'x'.repeat(76)}\r\n`),
    Buffer.from('\r\n'),
  ])

/**
 * The heap limits that V8 chooses on a machine with that much memory, and the one flag that the program
 * always starts with.
 */
const heapFlags = '--max-old-space-size=256 --max-semi-space-size=8'

const held = ({ pid }: Program): number =>
  Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Watches the memory of the program; the returned function ends the watch and returns the maximum. */
function watchMemory(program: Program): () => number {
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, held(program))
  }, 10)
  return () => {
    clearInterval(look)
    return most
  }
}

/** Returns the largest message that the server accepts, as it announces itself. */
const limitOf = async ({ smtpPort }: Program): Promise<number> => {
  const client = await greetedClient(smtpPort)
  const said = await client.say('EHLO client.test')
  client.socket().destroy()
  return Number(/^250[- ]SIZE (\d+)$/m.exec(said)?.[1])
}

/** Brings so much of a message and leaves when all have brought theirs. */
async function bringAndLeave(port: number, to: string, count: number, megabytes: number): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: count }, () =>
      // Those that have just left may still count, and one address may have only so many connections.
      eventually('a client may bring its message', async () => {
        const client = await greetedClient(port)
        await client.say('MAIL FROM:<sender@example.org>')
        await client.say(`RCPT TO:<${to}>`)
        if ((await client.say('DATA')).startsWith('354')) return client
        client.socket().destroy()
        return null
      }),
    ),
  )
  const part = Buffer.alloc(megabyte, `${'x'.repeat(62)}\r\n`)
  await Promise.all(
    clients.map(async client => {
      for (let at = 0; at < megabytes; at++)
        await new Promise(resolve => client.socket().write(part, resolve))
    }),
  )
  for (const client of clients) client.socket().destroy()
}

describe.skipIf(process.platform !== 'linux').each(databaseKinds)('on a machine of 512 MB, with %s', kind => {
  it('many that bring large mails and leave take little of it, and give it back', {
    timeout: 120_000,
  }, async () => {
    const place = await makePlace(kind)
    onTestFinished(() => place.remove())
    const program = await startProgram({ place, environment: { NODE_OPTIONS: heapFlags } })
    onTestFinished(async () => {
      program.kill('SIGKILL')
      await program.exited
    })
    const made = await fetch(`${program.url}/api/regEmail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'yanshu.test', localPart: 'leaving' }),
    })
    const { address } = (await made.json()) as { address: string }
    const before = held(program)
    const mostSeen = watchMemory(program)
    onTestFinished(() => void mostSeen())
    for (let round = 0; round < rounds; round++) await bringAndLeave(program.smtpPort, address, 49, 9)
    expect(mostSeen() - before).toBeLessThan(100 * megabyte)
  })

  it('hostile mail does not use up the memory, and what was accepted is there', {
    timeout: 120_000,
  }, async () => {
    const place = await makePlace(kind)
    onTestFinished(() => place.remove())
    const program = await startProgram({ place, environment: { NODE_OPTIONS: heapFlags } })
    onTestFinished(async () => {
      program.kill('SIGKILL')
      await program.exited
    })
    const made = await fetch(`${program.url}/api/regEmail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'yanshu.test', localPart: 'small', lifetime: { minutes: 10080 } }),
    })
    const { address, token } = (await made.json()) as { address: string; token: string }
    const ask = async (path: string) => {
      const answer = await fetch(`${program.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json()) as { error: number; list: { id: string; subject: string }[] }
    }
    const limit = await limitOf(program)
    const send = async (raw: Buffer) =>
      (await deliver(program.smtpPort, { to: address, raw })).data.slice(0, 3)

    const mostSeen = watchMemory(program)
    onTestFinished(() => void mostSeen())
    const accepted: string[] = []
    for (let round = 0; round < rounds; round++) {
      const [page, deep] = [`page ${round}`, `deep ${round}`]
      const answers = await Promise.all([send(pageMail(page)), send(deepMail(deep)), send(tooLarge(limit))])
      expect(answers).toEqual(['250', '250', '552'])
      accepted.push(page, deep)
    }
    await eventually(
      'all that was accepted is there',
      async () => (await ask('/api/user/getInbox')).list.length === accepted.length,
      60_000,
    )
    const { list } = await ask('/api/user/getInbox')
    expect(list.map(({ subject }) => subject).sort()).toEqual(accepted.sort())
    const read = await Promise.all(list.map(({ id }) => ask(`/api/user/getEmail/${id}`)))
    expect(read.map(({ error }) => error)).toEqual(accepted.map(() => 0))
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)
    expect(mostSeen()).toBeLessThan(machineBytes)
  })
})
