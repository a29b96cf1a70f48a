import type { ErrorBody } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Values = Record<string, unknown>

describe.each(databaseKinds)('settings that two admins change on %s', kind => {
  let site: TestApp
  let nodes: TestApp[]
  let admins: Person[]
  beforeAll(async () => {
    site = await startTestApp(kind)
    nodes = kind === 'postgres' ? [site, await site.secondNode()] : [site]
    admins = [
      await makePerson(site, 'zhang', { role: 'admin' }),
      await makePerson(site, 'wang', { role: 'admin' }),
    ]
  })
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop()
  })

  const token = (who: number): string => admins[who % 2]?.token ?? ''
  const change = (who: number, values: Values, seen?: Values): Promise<{ status: number; body: ErrorBody }> =>
    (nodes[who % nodes.length] ?? site).call(
      'updateSetting',
      { body: { values, ...(seen && { seen }) } },
      token(who),
    )
  const entry = async (name: string, who = 0) =>
    (await site.ok('getSetting', {}, token(who))).list.find(one => one.name === name)
  const shown = async (name: string) => (await entry(name))?.value

  it('at the same moment: one is told who changed it to what, and nothing of that request is kept', async () => {
    const seen = { nameMinLength: 1, notice: '' }
    const answers = await Promise.all([
      change(0, { nameMinLength: 3 }, seen),
      change(1, { nameMinLength: 5, notice: '不该留下' }, seen),
    ])
    const [won, lost] = answers[0]?.status === 200 ? [0, 1] : [1, 0]
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const present = [3, 5][won]
    expect(answers[lost]?.body).toMatchObject({ error: 1007, msg: '刚刚有人改过同一项，先看看再保存' })
    expect(answers[lost]?.body.changed).toEqual([
      {
        field: 'nameMinLength',
        value: present,
        by: admins[won]?.username,
        at: expect.stringMatching(/Z$/),
      },
    ])
    expect(await shown('nameMinLength')).toBe(present)
    expect(await shown('notice')).toBe(won === 0 ? '' : '不该留下')
    expect((await change(lost, { nameMinLength: 7 }, { nameMinLength: present })).status).toBe(200)
    expect(await shown('nameMinLength')).toBe(7)
    await change(0, { nameMinLength: null, notice: null })
  })

  it('ten times at once: one wins, and the history has one change', async () => {
    const before = await site.ok('getSettingLog', { query: { name: 'undoSeconds' } }, token(0))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change(n, { undoSeconds: 20 + n }, { undoSeconds: 10 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const after = await site.ok('getSettingLog', { query: { name: 'undoSeconds' } }, token(0))
    expect(after.total).toBe(before.total + 1)
    expect(after.list[0]).toMatchObject({ after: String(await shown('undoSeconds')) })
    await change(0, { undoSeconds: null })
  })

  it('are no conflict where others, or the same values, are set', async () => {
    const lists = { reservedNames: ['boss', 'root'] }
    const answers = await Promise.all([
      change(0, { sessionDays: 9 }, { sessionDays: 30 }),
      change(1, { traceDays: 9 }, { traceDays: 7, sessionDays: 30 }),
      change(0, lists, { reservedNames: [] }),
      change(1, lists, { reservedNames: [] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await change(0, { sessionDays: null, traceDays: null, reservedNames: null })
  })

  it('are overwritten by a program that does not say what it saw', async () => {
    expect((await change(0, { trashDays: 40 })).status).toBe(200)
    expect((await change(1, { trashDays: 50 })).status).toBe(200)
    expect(await shown('trashDays')).toBe(50)
  })

  it('and a default that somebody went back to is a change too', async () => {
    expect((await change(0, { trashDays: null })).status).toBe(200)
    const { body } = await change(1, { trashDays: 60 }, { trashDays: 50 })
    expect(body.changed).toMatchObject([{ field: 'trashDays', value: 30, by: 'zhang' }])
    expect((await change(1, { trashDays: null }, { trashDays: 50 })).status).toBe(200)
  })

  it('tell of a secret that there is another, and not which', async () => {
    expect(await entry('epayKey')).not.toHaveProperty('mark')
    expect((await change(0, { epayKey: 'first secret' }, { epayKey: null })).status).toBe(200)
    const mark = (await entry('epayKey'))?.mark
    expect(mark).toMatch(/^[\w-]{16}$/)
    expect((await entry('epayKey', 1))?.mark).toBe(mark)
    const late = await change(1, { epayKey: 'second secret' }, { epayKey: null })
    expect(late.body.changed).toMatchObject([{ field: 'epayKey', value: true, by: 'zhang' }])
    expect(JSON.stringify(late.body)).not.toContain('secret')
    expect((await change(1, { epayKey: 'second secret' }, { epayKey: mark })).status).toBe(200)
    expect((await entry('epayKey'))?.mark).not.toBe(mark)
    expect((await change(0, { epayKey: null }, { epayKey: mark })).status).toBe(409)
    await change(0, { epayKey: null })
    const gone = await change(1, { epayKey: 'third secret' }, { epayKey: mark })
    expect(gone.body.changed).toMatchObject([{ field: 'epayKey', value: null }])
  })

  it('are one’s own in another window', async () => {
    expect((await change(0, { displayName: '张' }, { displayName: '' })).status).toBe(200)
    const { status, body } = await change(0, { displayName: '老张' }, { displayName: '' })
    expect([status, body.changed]).toEqual([409, [{ field: 'displayName', value: '张', by: null, at: null }]])
    expect((await change(1, { displayName: '王' }, { displayName: '' })).status).toBe(200)
  })

  it('are not told to those who may not see them', async () => {
    const user = await makePerson(site, 'user')
    const body = { values: { displayName: 'x' }, seen: { displayName: '', trashDays: 99, epayKey: 'x' } }
    const { status, body: answer } = await site.call('updateSetting', { body }, user.token)
    expect([status, answer.changed]).toEqual([200, undefined])
  })
})
