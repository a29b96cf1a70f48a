import type { Job } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const domain = 'yanshu.test'

describe.each(databaseKinds)('long work on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let bob: Person
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
    await makeDomain(site, 'anns.test', { ownerId: ann.id })
  })
  afterAll(() => site.stop())

  const jobOf = async (id: string, token = admin) => (await site.ok('getJob', { query: { id } }, token)).job
  const finished = async (id: string, token = admin): Promise<Job> => {
    await site.app.runLongJobs()
    return jobOf(id, token)
  }
  const listed = async (q: string, token = admin, query: Record<string, unknown> = {}) =>
    (await site.ok('getEmailAccount', { query: { q, pageSize: 100, ...query } }, token)).list
  const create = async (body: Record<string, unknown>, token = admin) => {
    const { jobId } = await site.ok('createEmailAccount', { body: { domain, job: true, ...body } }, token)
    if (jobId === undefined) throw new Error('no job was begun')
    return jobId
  }

  it('is a job from a size on, and makes what was asked for, in natural order', async () => {
    const names = Array.from({ length: 1001 }, (_, at) => `many${at}`)
    const { list, jobId } = await site.ok('createEmailAccount', { body: { domain, names } }, admin)
    expect(list).toEqual([])
    const job = await finished(jobId ?? '')
    expect(job).toMatchObject({ kind: 'createAccounts', state: 'done', total: 1001, done: 1001, failed: 0 })
    const rows = await listed('many', admin, { pageSize: 12 })
    expect(rows.map(row => row.address)).toEqual(names.slice(0, 12).map(name => `${name}@${domain}`))
    expect(job.secrets).toBe(1001)
  })

  it('says what did not work, and does the rest', async () => {
    const id = await create({ names: ['mixed1', 'a..b', 'mixed1', 'many3', 'mixed2'] })
    const { job, failures } = await (async () => {
      await finished(id)
      return site.ok('getJob', { query: { id } }, admin)
    })()
    expect(job).toMatchObject({ state: 'done', done: 5, failed: 3 })
    expect(failures.map(({ address }) => address).sort()).toEqual([
      'a..b@yanshu.test',
      'many3@yanshu.test',
      'mixed1@yanshu.test',
    ])
    expect((await listed('mixed')).map(row => row.address)).toEqual([
      'mixed1@yanshu.test',
      'mixed2@yanshu.test',
    ])
  })

  it('gives its passwords once, and keeps them sealed until then', async () => {
    const id = await create({ random: 3 })
    await finished(id)
    const stored = await site.app.db.query
      .selectFrom('long_job_part')
      .selectAll()
      .where('job_id', '=', id)
      .execute()
    const { list } = await site.ok('takeJobSecrets', { body: { id } }, admin)
    expect(list).toHaveLength(3)
    for (const { address, password } of list) {
      expect(JSON.stringify(stored)).not.toContain(password)
      expect((await site.call('loginEmail', { body: { address, password } })).status).toBe(200)
    }
    expect((await site.ok('takeJobSecrets', { body: { id } }, admin)).list).toEqual([])
    expect((await jobOf(id)).secrets).toBe(0)
    const left = await site.app.db.query
      .selectFrom('long_job_part')
      .select('secrets')
      .where('job_id', '=', id)
      .execute()
    expect(left.every(({ secrets }) => secrets === '')).toBe(true)
  })

  it('keeps no password that was given, once it is done', async () => {
    const rows = [{ line: 2, address: `given1@${domain}`, password: 'chosen by a person' }]
    const { jobId = '' } = await site.ok(
      'importEmailAccount',
      { body: { rows, job: true, file: 'list.csv' } },
      admin,
    )
    expect(await finished(jobId)).toMatchObject({ state: 'done', secrets: 0, about: { file: 'list.csv' } })
    const { request } = await site.app.db.query
      .selectFrom('long_job')
      .select('request')
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    expect(request).toBe('')
    const log = { address: `given1@${domain}`, password: 'chosen by a person' }
    expect((await site.call('loginEmail', { body: log })).status).toBe(200)
  })

  it('is one’s own: another finds nothing, not even an admin', async () => {
    const id = await create({ domain: 'anns.test', random: 2 }, ann.token)
    for (const token of [bob.token, admin]) {
      for (const name of ['cancelJob', 'resumeJob', 'takeJobSecrets'] as const)
        expect((await site.call(name, { body: { id } }, token)).status).toBe(404)
      expect((await site.call('getJob', { query: { id } }, token)).status).toBe(404)
      expect((await site.call('getJobFile', { query: { id } }, token)).status).toBe(404)
      expect((await site.ok('getJobs', {}, token)).list.map(job => job.id)).not.toContain(id)
    }
    expect(await finished(id, ann.token)).toMatchObject({ state: 'done', done: 2 })
  })

  it('stops when it is told to, and goes on where it stopped, doing nothing twice', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({
      line: at + 2,
      address: `stop${at}@${domain}`,
      password: `password number ${at}`,
    }))
    const { jobId = '' } = await site.ok('importEmailAccount', { body: { rows, job: true } }, admin)
    await expect.poll(async () => (await jobOf(jobId)).done).toBeGreaterThan(0)
    await site.ok('cancelJob', { body: { id: jobId } }, admin)
    const stopped = await finished(jobId)
    const made = (await listed('stop')).length
    expect(stopped).toMatchObject(
      stopped.state === 'done' ? { done: 40 } : { state: 'cancelled', done: made, resumable: true },
    )
    if (stopped.state === 'cancelled') await site.ok('resumeJob', { body: { id: jobId } }, admin)
    expect(await finished(jobId)).toMatchObject({ state: 'done', done: 40, failed: 0 })
    expect((await listed('stop')).map(row => row.address)).toEqual(rows.map(row => row.address))
    expect((await site.call('resumeJob', { body: { id: jobId } }, admin)).status).toBe(409)
  })

  it('ends with the right to do it', async () => {
    const leaver = await makePerson(site, 'leaver')
    await makeDomain(site, 'leavers.test', { ownerId: leaver.id })
    const rows = Array.from({ length: 400 }, (_, at) => ({
      line: at + 2,
      address: `left${at}@leavers.test`,
      password: `password number ${at}`,
    }))
    const { jobId = '' } = await site.ok('importEmailAccount', { body: { rows, job: true } }, leaver.token)
    await expect.poll(async () => (await jobOf(jobId, leaver.token)).done).toBeGreaterThan(0)
    await site.ok('editSysAccount', { body: { id: leaver.id, status: 'stopped' } }, admin)
    await site.app.runLongJobs()
    const row = await site.app.db.query
      .selectFrom('long_job')
      .selectAll()
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'failed', secrets: 0 })
    expect(row.done).toBeLessThan(400)
    expect((await site.ok('getEmailAccount', { query: { q: 'left' } }, admin)).total).toBe(row.done)
  })

  it('ends when the page of the call that began it is taken away', async () => {
    const carl = await makePerson(site, 'carl')
    await makeDomain(site, 'carls.test', { ownerId: carl.id })
    const id = await create({ domain: 'carls.test', random: 2 }, carl.token)
    await site.app.db.transaction(async tx => {
      const pages = JSON.stringify(['inbox'])
      await tx.updateTable('sys_account').set({ pages }).where('id', '=', carl.id).execute()
      const again = { state: 'waiting', ended_at: null, run_by: '', due_at: 0 } as const
      await tx.updateTable('long_job').set(again).where('id', '=', id).execute()
    })
    expect(await finished(id, carl.token)).toMatchObject({
      state: 'failed',
      error: '没有开通“邮箱账号”页，请联系管理员',
    })
  })

  it('changes and deletes all that a filter means', async () => {
    const edit = { filter: { q: 'many' }, note: 'by a job', job: true }
    const { jobId: edited = '', matched } = await site.ok('batchEditEmailAccount', { body: edit }, admin)
    expect(matched).toBe(1001)
    expect(await finished(edited)).toMatchObject({ state: 'done', done: 1001 })
    expect((await listed('many', admin, { pageSize: 1 }))[0]?.note).toBe('by a job')
    const { jobId: gone = '' } = await site.ok('delEmailAccount', { body: { filter: { q: 'many' } } }, admin)
    expect(await finished(gone)).toMatchObject({ kind: 'deleteAccounts', state: 'done', done: 1001 })
    expect(await listed('many')).toEqual([])
    expect((await listed('many', admin, { deleted: 1 })).length).toBe(100)
  })

  it('is forgotten with its result after a while', async () => {
    const id = await create({ random: 1 })
    await finished(id)
    site.clock.advance(8 * day)
    await site.app.runJobs()
    admin = await site.adminToken()
    expect((await site.ok('getJobs', {}, admin)).list).toEqual([])
    expect(
      await site.app.db.query.selectFrom('long_job_part').select('job_id').where('job_id', '=', id).execute(),
    ).toEqual([])
  })
})
