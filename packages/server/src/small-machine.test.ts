/**
 * A machine with little memory, and three mails at once that are made to use much of it: a page of hundreds of thousands
 * of elements, parts nested ten thousand deep, and a message just larger than any may be. What counts is the most that the
 * program held of its own; pages of files, such as the program itself, the kernel takes back when memory is short.
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

/** 5 MB, 200,000 elements, 50,000 tables in each other, 10,000 rules. */
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

/** What V8 allows itself where there is so much memory, with the one flag that the program is always started with. */
const heapFlags = '--max-old-space-size=256 --max-semi-space-size=8'

const held = ({ pid }: Program): number =>
  Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Watches how much memory the program holds; the answer tells the most, and ends the watch. */
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

/** The largest message that it takes, as it says itself. */
const limitOf = async ({ smtpPort }: Program): Promise<number> => {
  const client = await greetedClient(smtpPort)
  const said = await client.say('EHLO client.test')
  client.socket().destroy()
  return Number(/^250[- ]SIZE (\d+)$/m.exec(said)?.[1])
}

describe.skipIf(process.platform !== 'linux').each(databaseKinds)('on a machine of 512 MB, with %s', kind => {
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
