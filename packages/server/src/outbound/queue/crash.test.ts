/**
 * Kills the program, in a process of its own, at each stage of a delivery. Everything arrives. Nothing
 * arrives twice unless the answer after the final dot was never read, and mail to our own mailboxes arrives
 * exactly once.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { type GivenMessage, startScriptedSmtp } from '../../testing/scripted-smtp-server.ts'
import { adminPassword } from '../../testing/test-app.ts'

let cleaning: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

type Json = Record<string, unknown>

async function call(program: Program, path: string, body: unknown, token?: string): Promise<Json> {
  const response = await fetch(`${program.url}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Json
  if (answer.error !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

const mailsEach = 4

/** Returns recipients whose mail the other side has, although the dead program recorded no answer. */
async function unanswered(place: TestPlace, messages: readonly GivenMessage[]): Promise<string[]> {
  const db = await openPlace(place)
  try {
    const rows = await db.query
      .selectFrom('outgoing_recipient')
      .select('address')
      .where('state', '!=', 'delivered')
      .execute()
    const open = new Set(rows.map(row => row.address))
    return messages.flatMap(({ recipients }) => recipients).filter(address => open.has(address))
  } finally {
    await db.close()
  }
}

describe.each(databaseKinds)('a program killed while it delivers, on %s', kind => {
  it('loses nothing and sends nothing twice that it knew to have arrived', async () => {
    const place = await makePlace(kind)
    cleaning.push(() => place.remove())
    let program: Program
    /**
     * The stage at which the program is killed, and how. All connections share one script, because they are
     * reused.
     */
    let struck: { stage: string; kill(): void } | null = null
    const strike = (stage: string): undefined => {
      if (struck?.stage !== stage) return
      struck.kill()
      struck = null
    }
    const stages = ['banner', 'MAIL', 'dot', 'answered']
    const far = await startScriptedSmtp({
      banner: () => strike('banner'),
      mail: () => strike('MAIL'),
      dot: () => strike('dot'),
    })
    cleaning.push(() => far.stop())
    const run = async (): Promise<Program> => {
      const started = await startProgram({ place })
      cleaning.push(async () => {
        started.kill('SIGKILL')
        await started.exited
      })
      return started
    }
    program = await run()
    const logIn = async () =>
      String((await call(program, 'login', { username: 'admin', password: adminPassword })).token)
    const token = await logIn()
    const relay = { host: '127.0.0.1', port: far.port, security: 'none', username: '' }
    await call(program, 'admin/setRelay', relay, token)
    await call(program, 'user/updateSetting', { values: { undoSeconds: 0 } }, token)
    const make = async (localPart: string) =>
      (
        await call(
          program,
          'user/createEmail',
          { domain: 'yanshu.test', localPart, lifetime: { minutes: 0 } },
          token,
        )
      ).mailbox as { id: string; address: string }
    await call(program, 'user/updateSetting', { values: { lifetimes: [0] } }, token)
    const box = await make('sender')
    const near = await make('near')

    const wanted: string[] = []
    const mayComeTwice = new Set<string>()
    for (const stage of stages) {
      await call(program, 'admin/pauseQueue', { paused: true }, token)
      for (let mail = 0; mail < mailsEach; mail++) {
        const address = `m${wanted.length}@far.test`
        wanted.push(address)
        const to = mail === 0 ? [address, near.address] : [address]
        await call(program, 'user/sendEmail', { from: box.address, to, subject: stage, text: stage }, token)
      }
      const killed = new Promise<void>(resolve => {
        const kill = () => {
          program.kill('SIGKILL')
          resolve()
        }
        struck = { stage, kill }
      })
      const before = far.messages.length
      await call(program, 'admin/pauseQueue', { paused: false }, token)
      if (stage === 'answered') {
        await eventually('something has arrived', () => far.messages.length > before)
        strike(stage)
      }
      await killed
      await program.exited
      for (const address of await unanswered(place, far.messages)) mayComeTwice.add(address)
      program = await run()
      const again = program
      await eventually(
        'the queue is empty',
        async () => (await call(again, 'admin/getQueue', undefined, token)).total === 0,
        300_000,
      )
    }

    // The day's count is unchanged after so many crashes.
    const { sentToday } = await call(program, 'user/getSenders', undefined, token)
    expect(sentToday).toBe(wanted.length + stages.length)
    const arrived = new Map<string, number>()
    for (const { recipients } of far.messages)
      for (const address of recipients) arrived.set(address, (arrived.get(address) ?? 0) + 1)
    expect([...arrived.keys()].sort()).toEqual([...wanted].sort())
    // Only recipients whose answer after the dot was not read may have got the mail twice.
    const twice = [...arrived].filter(([, count]) => count > 1)
    expect(twice.filter(([address, count]) => count > 2 || !mayComeTwice.has(address))).toEqual([])
    const listed = async () =>
      (await call(program, `user/getInbox?mailbox=${near.id}`, undefined, token)).list as Json[]
    const inbox = await eventually(
      'all are in the mailbox',
      async () => {
        const list = await listed()
        return list.length >= stages.length ? list : null
      },
      300_000,
    )
    expect(inbox.map(mail => mail.subject).sort()).toEqual([...stages].sort())
  }, 900_000)
})
