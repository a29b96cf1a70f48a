/** The program as a process of its own, killed in the middle of long work. */
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { adminPassword } from '../../testing/test-app.ts'

const rowCount = 60

describe.each(databaseKinds)('long work on %s', kind => {
  it('goes on after the program was killed, and does nothing twice and nothing by half', {
    timeout: 300_000,
  }, async () => {
    const place = await makePlace(kind)
    onTestFinished(() => place.remove())
    const run = async (): Promise<Program> => {
      const program = await startProgram({ place, environment: { YANSHU_ADMIN_PASSWORD: adminPassword } })
      onTestFinished(async () => {
        program.kill('SIGKILL')
        await program.exited
      })
      return program
    }
    const call = async (program: Program, path: string, token: string, body?: unknown) => {
      const response = await fetch(`${program.url}/api/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return (await response.json()) as {
        token: string
        jobId: string
        total: number
        job: { state: string; done: number; failed: number; secrets: number; resumedAt: string | null }
        list: { address: string }[]
      }
    }
    let program = await run()
    const { token } = await call(program, 'login', '', { username: 'admin', password: adminPassword })
    // Half of them with passwords of their own, which take their time.
    const rows = Array.from({ length: rowCount }, (_, at) => ({
      line: at + 2,
      address: `killed${at}@yanshu.test`,
      ...(at % 2 === 0 && { password: `password number ${at}` }),
    }))
    const { jobId } = await call(program, 'user/importEmailAccount', token, { rows, job: true })
    const stateOf = async () => (await call(program, `user/getJob?id=${jobId}`, token)).job
    for (let kill = 0; kill < 2; kill++) {
      const { done } = await stateOf()
      await eventually('some more is done', async () => (await stateOf()).done > done, 60_000)
      await wait(Math.random() * 300)
      program.kill('SIGKILL')
      await program.exited
      program = await run()
    }
    await eventually('all is done', async () => (await stateOf()).state === 'done', 120_000)
    expect(await stateOf()).toMatchObject({ done: rowCount, failed: 0, secrets: rowCount / 2 })
    const { list, total } = await call(program, 'user/getEmailAccount?q=killed&pageSize=100', token)
    expect(total).toBe(rowCount)
    expect(list.map(row => row.address)).toEqual(rows.map(row => row.address))
    expect((await stateOf()).resumedAt).not.toBeNull()
  })
})
