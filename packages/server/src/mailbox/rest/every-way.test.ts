import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { shopDomain as domain, type Shop } from '../../testing/shop.ts'
import { findMailboxByAddress } from '../account/repository.ts'
import { account, endWays, removeForGood } from './testing/end-ways.ts'
import { makeWays } from './testing/make-ways.ts'
import { refusal, startRestShop } from './testing/rest-site.ts'

describe.each(databaseKinds)('the name, on %s,', kind => {
  let shop: Shop
  let names = 0
  beforeAll(async () => {
    shop = await startRestShop(kind)
  })
  afterAll(() => shop.site.stop())

  const mailboxOf = (name: string) => findMailboxByAddress(shop.site.app.db.query, `${name}@${domain}`)
  async function givenUp(): Promise<string> {
    const name = `name${names++}`
    await removeForGood(shop, await account(shop, name))
    return name
  }

  describe.each(Object.entries(endWays))('of %s', (_, end) => {
    const name = `walk${names++}`
    beforeAll(async () => {
      await end(shop, name)
      expect(await mailboxOf(name)).toBeUndefined()
    })

    it.each(Object.entries(makeWays))('is not to be had by %s', async (_, make) => {
      expect(await make(shop, name)).toMatch(refusal)
      expect(await mailboxOf(name)).toBeUndefined()
    })
  })

  it('that rests is refused at the mail.tm door in the words of that API', async () => {
    const name = await givenUp()
    const answer = await fetch(`${shop.site.url}/mailtm/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: `${name}@${domain}`, password: 'a long password' }),
    })
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('This value was used not long ago and is not available yet.'),
    ])
  })

  it('that rests is shown in the store as such, and until which day', async () => {
    const name = await givenUp()
    const shown = await shop.site.ok('checkName', { query: { domainId: shop.domainId, localPart: name } })
    expect(shown).toMatchObject({ state: 'resting', namePrice: 0 })
    const rested = Date.parse(shown.restsUntil ?? '')
    const least = shop.site.clock.now() + 365 * day
    expect([rested % day, rested >= least - minute, rested <= least + day]).toEqual([0, true, true])
  })
})
