import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activateKey, deleteRetiredKeys, listKeys } from '../../domain/key-repository.ts'
import { findDomainByName } from '../../domain/repository.ts'
import { day, hour } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import {
  makeSender,
  type OutboundSite,
  type Sender,
  send,
  sent,
  startOutboundSite,
} from '../../testing/outbound-site.ts'
import { localDomain } from '../../testing/people.ts'

describe.each(databaseKinds)('mail that waits while the keys of its domain change, on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let domainId: string
  beforeAll(async () => {
    out = await startOutboundSite(kind)
    ann = await makeSender(out.site, 'ann')
    domainId = (await findDomainByName(out.site.app.db.query, localDomain))?.id ?? ''
  })
  afterAll(() => out.stop())

  const keys = () => listKeys(out.site.app.db.query, domainId)

  /** Returns the verdict of a receiver who finds the keys that are published now. */
  async function judged(message: Buffer): Promise<{ selectors: unknown[]; results: string[] }> {
    const records = new Map(
      (await keys()).map(key => [
        `${key.selector}._domainkey.${localDomain}`,
        `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`,
      ]),
    )
    const { results } = await dkimVerify(message, {
      resolver: async (host: string) => [[records.get(host) ?? '']],
    })
    return {
      selectors: results.map(({ selector }) => selector),
      results: results.map(({ status }) => status.result),
    }
  }

  const delivered = (id: string): Buffer =>
    out.far.messages.find(({ data }) => data.includes(`<${id}@`))?.data ?? Buffer.alloc(0)

  it('leaves with a signature that is good when it arrives', async () => {
    const before = await send(out.site, ann, { to: ['bob@far.test'] })
    await out.site.app.deliverDue()
    const old = await judged(delivered(before))
    expect(old.results).toEqual(['pass', 'pass'])

    out.far.play({ dot: '451 4.3.0 later' })
    const id = await send(out.site, ann, { to: ['bob@far.test'] })
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, id)).recipients[0]?.state).toBe('deferred')
    const tried = out.far.messages.length

    await out.site.ok('editDomain', { body: { id: domainId, rotateDkim: true } }, out.admin)
    const { db } = out.site.app
    await db.transaction(async tx => {
      const now = out.site.clock.now()
      for (const key of await listKeys(tx, domainId))
        if (key.state === 'waiting') await activateKey(tx, key, now)
      // The old keys are no longer published.
      await deleteRetiredKeys(tx, now + day)
    })
    expect(await keys()).toHaveLength(2)
    expect((await judged(delivered(before))).results).not.toContain('pass')

    out.far.play({})
    out.site.clock.advance(hour)
    await out.site.app.deliverDue()
    expect((await sent(out.site, ann.person.token, id)).state).toBe('delivered')
    const last = out.far.messages.slice(tried).find(({ data }) => data.includes(`<${id}@`))?.data
    const fresh = await judged(last ?? Buffer.alloc(0))
    expect(fresh.results).toEqual(['pass', 'pass'])
    expect(fresh.selectors.filter(selector => old.selectors.includes(selector))).toEqual([])
  })
})
