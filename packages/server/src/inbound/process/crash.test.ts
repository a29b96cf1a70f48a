/**
 * Kills the program, in a process of its own, while mail pours in. Every mail that got its 250 must be there,
 * once and byte for byte. Any other mail may be there or not, but never twice. `YANSHU_TEST_KILLS` sets the
 * number of kills; with it, PostgreSQL also runs with its flushes on.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../../database/types.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { createMailLoad, keptMessages, type MailLoad } from '../../testing/mail-load.ts'
import { deliver } from '../../testing/mail-site.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import { type Program, startProgram } from '../../testing/program.ts'

const usualKills = 3
const kills = Number(process.env.YANSHU_TEST_KILLS ?? usualKills)
const connections = 8
/** How far into the load a kill may come. */
const killWithinMs = 400

let cleaning: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

async function placeFor(kind: DatabaseKind): Promise<TestPlace> {
  const place = await makePlace(kind)
  cleaning.push(() => place.remove())
  const server = kind === 'postgres' && kills !== usualKills ? await startPostgres(true) : null
  if (!server) return place
  cleaning.push(() => server.stop())
  return { ...place, databaseUrl: server.url('postgres') }
}

/** Runs the program; it does not outlive the test. */
async function run(place: TestPlace, environment: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ place, environment })
  cleaning.push(async () => {
    program.kill('SIGKILL')
    await program.exited
  })
  return program
}

async function json(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  return (await (await fetch(url, init)).json()) as Record<string, unknown>
}

async function makeMailbox(program: Program): Promise<{ address: string; token: string }> {
  const made = await json(`${program.url}/api/regEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'yanshu.test', localPart: 'load', lifetime: { minutes: 10080 } }),
  })
  return { address: String(made.address), token: String(made.token) }
}

async function unread(program: Program, token: string): Promise<number> {
  const { list } = await json(`${program.url}/api/user/emailList`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (list as { unread: number }[])[0]?.unread ?? 0
}

/** Resolves when all that was accepted is in its mailbox; what a crash left is taken up before the start is told. */
async function processed(program: Program): Promise<void> {
  await eventually(
    'everything is processed',
    async () => /^yanshu_inbound_backlog 0$/m.test(await (await fetch(`${program.url}/metrics`)).text()),
    300_000,
  )
}

async function stop(program: Program): Promise<number | NodeJS.Signals> {
  program.kill('SIGTERM')
  return program.exited
}

/** Every promise kept, nothing twice, nothing altered. */
async function expectKept(place: TestPlace, load: MailLoad): Promise<{ stored: number }> {
  const db = await openPlace(place)
  try {
    const kept = await keptMessages(db, place.dataDir)
    const wrong: string[] = []
    for (const [id, digest] of load.promised) {
      const [message, ...more] = kept.get(id) ?? []
      if (!message) wrong.push(`${id} is lost`)
      else if (more.length > 0 || message.mails !== 1)
        wrong.push(`${id} is there ${more.length + message.mails} times`)
      else if (message.digest !== digest) wrong.push(`${id} was altered`)
    }
    for (const [id, messages] of kept) {
      if (messages.length > 1 || (messages[0]?.mails ?? 0) > 1) wrong.push(`${id} is there twice`)
      if (messages[0]?.digest !== load.tried.get(id)) wrong.push(`${id} is not what was sent`)
    }
    expect(wrong).toEqual([])
    return { stored: kept.size }
  } finally {
    await db.close()
  }
}

describe.each(databaseKinds)('the program on %s', kind => {
  it(`loses nothing that it accepted when it is killed ${kills} times under load`, {
    timeout: 600_000 + kills * 60_000,
  }, async () => {
    const place = await placeFor(kind)
    // As anywhere but here it comes back at the ports it had, though connections of before still end there.
    const ports = { YANSHU_HTTP_PORT: String(await freePort()), YANSHU_SMTP_PORT: String(await freePort()) }
    let program = await run(place, ports)
    const { address, token } = await makeMailbox(program)
    const load = createMailLoad(address)
    for (let kill = 0; kill < kills; kill++) {
      const before = load.promised.size
      const running = load.run(program.smtpPort, connections)
      await eventually('a first mail', () => load.promised.size > before)
      // The moment itself is what is being tried: any will do, so it is drawn.
      await wait(randomInt(killWithinMs))
      program.kill('SIGKILL')
      await program.exited
      await running
      program = await run(place, ports)
      expect([program.httpPort, program.smtpPort].map(String)).toEqual(Object.values(ports))
    }
    const { size } = load.promised
    expect(size).toBeGreaterThanOrEqual(kills)
    await processed(program)
    const counted = await unread(program, token)
    expect(await stop(program)).toBe(0)
    const { stored } = await expectKept(place, load)
    expect(counted).toBe(stored)
    process.stdout.write(
      `${kind}: ${kills} kills, ${load.tried.size} mails tried, ${size} accepted, ${stored} stored, 0 lost, 0 twice\n`,
    )
  })

  it('ends within 30 s of SIGTERM under load with open streams, and loses nothing that it accepted', {
    timeout: 600_000,
  }, async () => {
    const place = await placeFor(kind)
    const program = await run(place)
    const { address, token } = await makeMailbox(program)
    const stream = await fetch(`${program.url}/api/user/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(stream.status).toBe(200)
    const drained = stream.text().catch(() => '')
    const load = createMailLoad(address)
    const running = load.run(program.smtpPort, connections)
    await eventually('mail is flowing', () => load.promised.size >= 20)
    const asked = performance.now()
    expect(await stop(program)).toBe(0)
    expect(performance.now() - asked).toBeLessThan(30_000)
    await running
    await drained
    const again = await run(place)
    await processed(again)
    await stop(again)
    await expectKept(place, load)
  })
})

describe.runIf(databaseKinds.includes('postgres'))('the program, while its PostgreSQL', () => {
  it('is down twice and held once under load, puts off, goes on by itself and loses nothing', {
    timeout: 600_000,
  }, async () => {
    const server = await startPostgres()
    if (!server) throw new Error('no PostgreSQL')
    cleaning.push(() => server.stop())
    const folder = await makePlace('sqlite')
    cleaning.push(() => folder.remove())
    const place: TestPlace = { ...folder, kind: 'postgres', databaseUrl: server.url('postgres') }
    const program = await run(place)
    const { address, token } = await makeMailbox(program)
    const headers = { authorization: `Bearer ${token}` }
    const ask = (path: string) => fetch(`${program.url}${path}`, { headers })
    const load = createMailLoad(address)
    let pouring = true
    cleaning.push(async () => {
      pouring = false
      load.stop()
    })
    const pour = async () => {
      while (pouring) await load.run(program.smtpPort, connections)
    }
    const poured = pour()
    const flows = () => {
      const before = load.promised.size
      return eventually('mail is flowing', () => load.promised.size > before + 2 * connections)
    }
    for (let times = 0; times < 2; times++) {
      await flows()
      await server.down()
      const answer = await ask('/api/user/emailList')
      expect([answer.status, await answer.json()]).toMatchObject([503, { error: 1010 }])
      expect((await ask('/healthz')).status).toBe(200)
      const { mail, rcpt, data } = await deliver(program.smtpPort, { to: address })
      expect(data || rcpt[0] || mail).toMatch(/^4\d\d /)
      await server.up()
    }
    await flows()
    const goOn = server.pause()
    const waiting = ask('/api/user/emailList')
    expect((await ask('/healthz')).status).toBe(200)
    goOn()
    expect((await waiting).status).toBe(200)
    await flows()
    pouring = false
    load.stop()
    await poured
    expect(load.refusals.filter(reply => !/^4\d\d /.test(reply))).toEqual([])
    await processed(program)
    expect(await stop(program)).toBe(0)
    await expectKept(place, load)
  })
})
