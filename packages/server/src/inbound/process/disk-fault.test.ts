/** Tests faults of the disk: it is full, or loses written data. PostgreSQL handles its own disk. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openPlace, type TestPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { createMailLoad, keptMessages, type MailLoad } from '../../testing/mail-load.ts'
import { deliver, plainMail } from '../../testing/mail-site.ts'
import { type Program, startProgram } from '../../testing/program.ts'

const megabyte = 1024 * 1024

function works(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const mayMount = process.getuid?.() === 0
const mayTrace = works('strace', ['-o', '/dev/null', 'true'])

let cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

function folder(): TestPlace {
  const dataDir = mkdtempSync(join(tmpdir(), 'yanshu-disk-'))
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }))
  return { kind: 'sqlite', databaseUrl: '', dataDir, remove: async () => undefined }
}

async function run(place: TestPlace): Promise<Program> {
  const program = await startProgram({ place })
  cleaning.push(async () => {
    program.kill('SIGKILL')
    await program.exited
  })
  return program
}

async function makeMailbox(program: Program): Promise<string> {
  const response = await fetch(`${program.url}/api/regEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'yanshu.test', localPart: 'disk' }),
  })
  return ((await response.json()) as { address: string }).address
}

async function expectKept(place: TestPlace, load: MailLoad): Promise<void> {
  const db = await openPlace(place)
  try {
    const kept = await keptMessages(db, place.dataDir)
    const lost = [...load.promised].filter(([id, digest]) => kept.get(id)?.[0]?.digest !== digest)
    expect(lost).toEqual([])
    for (const [id] of load.promised) expect(kept.get(id)).toMatchObject([{ mails: 1 }])
  } finally {
    await db.close()
  }
}

const health = async (program: Program) => (await fetch(`${program.url}/healthz`)).status

describe('the disk', () => {
  it.skipIf(!mayMount)(
    'when it is full: 452 and never 250, alive, and mail again as soon as there is room',
    { timeout: 600_000 },
    async () => {
      const place = folder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', place.dataDir])
      cleaning.push(() => execFileSync('umount', ['-l', place.dataDir]))
      const ballast = join(place.dataDir, 'ballast')
      // When it is gone there is room for what waits: in its file, in the database and in the database's log.
      writeFileSync(ballast, Buffer.alloc(116 * megabyte))
      const program = await run(place)
      const address = await makeMailbox(program)
      const load = createMailLoad(address)
      const running = load.run(program.smtpPort, 4)
      await eventually('the disk is full', () => load.refusals.length >= 20)
      load.stop()
      await running
      expect(new Set(load.refusals.map(reply => reply.slice(0, 9)))).toEqual(new Set(['452 4.3.1']))
      expect(await health(program)).toBe(200)
      const { size } = load.promised
      expect(size).toBeGreaterThan(0)

      rmSync(ballast)
      await eventually('mail is accepted again', async () => {
        const { data } = await deliver(program.smtpPort, { to: address, raw: plainMail() })
        return data.startsWith('250')
      })
      const again = load.run(program.smtpPort, 2)
      await eventually('the load goes on', () => load.promised.size > size + 5)
      load.stop()
      await again
      // Mail that could not be stored while the disk was full is tried again within seconds.
      await eventually(
        'nothing is left unprocessed',
        async () => /^yanshu_inbound_backlog 0/m.test(await (await fetch(`${program.url}/metrics`)).text()),
        300_000,
      )
      program.kill('SIGTERM')
      expect(await program.exited).toBe(0)
      const last = await run(place)
      await eventually(
        'the rest is processed',
        async () => /^yanshu_inbound_backlog 0/m.test(await (await fetch(`${last.url}/metrics`)).text()),
        300_000,
      )
      last.kill('SIGTERM')
      await last.exited
      await expectKept(place, load)
    },
  )

  /** The program with some mail in it, and a way to have its disk fail. */
  async function failing(calls: string) {
    const place = folder()
    const program = await run(place)
    const address = await makeMailbox(program)
    const load = createMailLoad(address)
    const send = async (count: number) => {
      const running = load.run(program.smtpPort, 2)
      const before = load.tried.size
      await eventually('some mails', () => load.tried.size >= before + count)
      load.stop()
      await running
    }
    const answer = async () => (await deliver(program.smtpPort, { to: address, raw: plainMail() })).data
    await send(10)
    expect(load.refusals).toEqual([])
    const faults = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`]
    const args = ['-f', '-qq', '-o', '/dev/null', ...faults, '-p', String(program.pid)]
    const tracer = spawn('strace', args, { stdio: 'ignore' })
    cleaning.push(() => tracer.kill('SIGKILL'))
    const mend = async () => {
      tracer.kill('SIGINT')
      await once(tracer, 'exit')
    }
    return { place, program, load, send, answer, mend }
  }

  const allProcessed = (program: Program) =>
    eventually(
      'the rest is processed',
      async () => /^yanshu_inbound_backlog 0/m.test(await (await fetch(`${program.url}/metrics`)).text()),
      300_000,
    )

  // Sockets are written to with other calls than files.
  it.skipIf(!mayTrace).each([
    ['does not keep what it was given', 'fsync,fdatasync'],
    ['does not take what it is given', 'pwrite64,pwritev'],
  ])(
    'when it %s: never 250, and nothing accepted before or after is lost',
    { timeout: 600_000 },
    async (_, calls) => {
      const { place, program, load, send, answer, mend } = await failing(calls)
      const before = load.promised.size
      await eventually('the disk fails', async () => (await answer()).startsWith('4'))
      await send(10)
      expect(load.promised.size).toBe(before)
      expect(load.refusals.length).toBeGreaterThanOrEqual(10)
      for (const reply of load.refusals) expect(reply).toMatch(/^4/)
      expect(await health(program)).toBe(200)

      await mend()
      await eventually('mail is accepted again', async () => (await answer()).startsWith('250'))
      await send(10)
      expect(load.promised.size).toBeGreaterThan(before)
      program.kill('SIGKILL')
      await program.exited
      const again = await run(place)
      await allProcessed(again)
      again.kill('SIGTERM')
      await again.exited
      await expectKept(place, load)
    },
  )

  it.skipIf(!mayTrace)(
    'when only the database cannot be written: what is accepted waits and arrives later',
    { timeout: 600_000 },
    async () => {
      const { place, program, load, send, answer, mend } = await failing('pwrite64')
      await eventually('the database fails', async () => {
        expect(await answer()).toMatch(/^250/)
        return /not stored yet/.test(program.output())
      })
      const before = load.promised.size
      await send(10)
      expect(load.promised.size).toBeGreaterThan(before)
      await mend()
      await allProcessed(program)
      program.kill('SIGTERM')
      await program.exited
      await expectKept(place, load)
    },
  )

  it.runIf(!mayMount || !mayTrace)('was not put to every test here', () => {
    process.stdout.write(
      'disk faults: a full disk needs root, a failing one needs strace; what is missing was skipped\n',
    )
  })
})
