import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../kernel/clock.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import type { Resolver } from '../../outside/resolver.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { fakeResolver } from '../../testing/fake-resolver.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createStsPolicies } from './mta-sts.ts'
import { policiesIn } from './policy-repository.ts'

const text = (mode: string) => `version: STSv1\r\nmode: ${mode}\r\nmx: mx.far.test\r\nmax_age: 604800\r\n`

const serving =
  (mode: string): GuardedFetch =>
  async ({ url }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(text(mode)),
    url,
  })
const refusing: GuardedFetch = () => Promise.reject(new Error('nobody answers'))

const record = (id: string): Resolver =>
  fakeResolver({ TXT: () => ({ kind: 'found', records: [`v=STSv1; id=${id};`] }) })
const hidden = fakeResolver({})

describe.each(databaseKinds)('policies of other domains on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  /** Acts like a program that has just started, or like another node. */
  const fresh = (resolver: Resolver, fetch: GuardedFetch) =>
    createStsPolicies({ clock: site.clock, resolver, fetch, memory: policiesIn(site.app.db) })

  it('are remembered over a start for as long as they asked, whoever hides them meanwhile', async () => {
    const first = await fresh(record('1'), serving('enforce')).policyFor('far.test')
    expect(first).toMatchObject({ mode: 'enforce', hosts: ['mx.far.test'] })
    expect(await fresh(hidden, refusing).policyFor('far.test')).toEqual(first)
    expect(await fresh(record('2'), refusing).policyFor('far.test')).toEqual(first)
    expect(await fresh(hidden, refusing).policyFor('other.test')).toBeNull()
    expect(await fresh(record('2'), serving('testing')).policyFor('far.test')).toMatchObject({
      mode: 'testing',
    })
    site.clock.advance(7 * day - hour)
    expect((await fresh(hidden, refusing).policyFor('far.test'))?.mode).toBe('testing')
    site.clock.advance(2 * hour)
    expect(await fresh(hidden, refusing).policyFor('far.test')).toBeNull()
    await site.app.runJobs()
    expect(await site.app.db.query.selectFrom('sts_policy').selectAll().execute()).toEqual([])
  })
})
