import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace } from '../../testing/databases.ts'
import { until } from '../../testing/hold.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Entry, schemaOf } from './setting-entry.ts'
import { valuesOf } from './site-settings.ts'
import { siteTable } from './site-table.ts'

describe('the table of settings', () => {
  it.each(Object.entries(siteTable) as [string, Entry][])(
    'has a default for %s that it would accept itself',
    (_, entry) => {
      expect(schemaOf(entry).safeParse(entry.default).success).toBe(true)
      expect(entry.label).toMatch(/\p{Script=Han}/u)
      expect(entry.help).toMatch(/。$/)
    },
  )

  it('falls back to the default where what is stored no longer fits', () => {
    const values = valuesOf(
      siteTable,
      new Map<string, unknown>([
        ['siteName', 5],
        ['freeCreationsPerHour', -1],
        ['notice', '在'],
        ['gone', 1],
      ]),
    )
    expect(values).toMatchObject({ siteName: '雁书', freeCreationsPerHour: 30, notice: '在' })
    expect(values).not.toHaveProperty('gone')
  })
})

describe.each(databaseKinds)('settings on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const update = (values: Record<string, unknown>, token = admin) =>
    site.call('updateSetting', { body: { values } }, token)
  const shown = async (name: string) =>
    (await site.ok('getSetting', {}, admin)).list.find(entry => entry.name === name)

  it('take effect at once and go back to their default', async () => {
    expect((await update({ siteName: ' 新站 ', lifetimes: [5, 0] })).status).toBe(200)
    const { settings } = await site.ok('getVar')
    expect([settings.siteName, settings.lifetimes]).toEqual(['新站', [5, 0]])
    expect(await shown('siteName')).toMatchObject({ value: '新站', default: '雁书', scope: 'site' })
    await update({ siteName: null, lifetimes: null })
    expect((await site.ok('getVar')).settings.siteName).toBe('雁书')
  })

  it.each([
    ['siteName', 'x'.repeat(31)],
    ['siteName', 'two\nlines'],
    ['siteName', 5],
    ['siteName', true],
    ['siteName', ['a']],
    ['registration', 'yes'],
    ['registration', 1],
    ['freeCreationsPerHour', -1],
    ['freeCreationsPerHour', 1.5],
    ['freeCreationsPerHour', 1e9],
    ['freeCreationsPerHour', '30'],
    ['lifetimes', []],
    ['lifetimes', [-1]],
    ['lifetimes', ['10']],
    ['lifetimes', Array(21).fill(1)],
    ['reservedNames', ['']],
    ['reservedNames', 'admin'],
    ['noSuchThing', 1],
  ])('refuse %s = %j at the field', async (name, value) => {
    const { status, body } = await update({ notice: 'kept together', [name]: value })
    expect([status, body.error]).toEqual([400, 1001])
    expect(
      Object.keys(body.fields ?? {}).some(field => field === name || field.startsWith(`values.${name}`)),
    ).toBe(true)
    expect((await shown('notice'))?.value).toBe('')
  })

  it('of the site are the admin’s alone', async () => {
    const user = await makePerson(site, 'user')
    expect((await update({ siteName: '我的' }, user.token)).body.error).toBe(1005)
    const { list } = await site.ok('getSetting', {}, user.token)
    expect(list.filter(entry => entry.scope === 'site')).toEqual([])
  })

  it('hold after a restart', async () => {
    const place = await makePlace(kind)
    const before = await startTestApp(kind, { place })
    const values = { notice: '停机维护' }
    await before.ok('updateSetting', { body: { values } }, await before.adminToken())
    await before.stop()
    const again = await startTestApp(kind, { place })
    expect((await again.ok('getVar')).settings.notice).toBe('停机维护')
    await again.stop()
    await place.remove()
  })

  if (kind === 'postgres') {
    it('take effect on another node without a restart', async () => {
      const other = await site.secondNode()
      const name = async () => (await other.ok('getVar')).settings.siteName
      expect(await name()).toBe('雁书')
      await update({ siteName: '两个节点' })
      await until(async () => (await name()) === '两个节点')
      await other.stop()
    })
  }
})
