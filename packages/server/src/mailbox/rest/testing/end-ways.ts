/** The ways in which a mailbox is gone for good, as everybody has them. */
import { day, hour, minute } from '../../../kernel/clock.ts'
import { makePerson } from '../../../testing/people.ts'
import { shopDomain as domain, type Shop } from '../../../testing/shop.ts'
import { updateMailbox } from '../../account/repository.ts'

export const password = 'a password of its own'

export async function pass({ site }: Shop, ms: number): Promise<void> {
  site.clock.advance(ms)
  await site.app.runJobs()
}

/** An account that belongs to nobody, or to somebody. */
export async function account(shop: Shop, name: string, ownerId: string | null = null): Promise<string> {
  const body = { domain, names: [name], ownerId, password }
  return (await shop.site.ok('createEmailAccount', { body }, shop.admin)).list[0]?.id ?? ''
}

export const removeForGood = ({ site, admin }: Shop, ...ids: string[]) =>
  site.ok('delEmailAccount', { body: { ids, keep: false } }, admin)

type EndWay = (shop: Shop, name: string) => Promise<unknown>

export const endWays: Readonly<Record<string, EndWay>> = {
  async 'a visitor’s address whose time is over'(shop, localPart) {
    await shop.site.ok('regEmail', { body: { domain, localPart, lifetime: { minutes: 10 } } })
    await pass(shop, 12 * minute)
  },
  async 'an address that its visitor throws away'({ site }, localPart) {
    const { token } = await site.ok('regEmail', { body: { domain, localPart } })
    const id = (await site.ok('emailList', {}, token)).list[0]?.id ?? ''
    await site.ok('delEmailAccount', { body: { ids: [id] } }, token)
  },
  async 'an account that deletes itself'({ site }, localPart) {
    const { token, address } = await site.ok('regEmail', { body: { domain, localPart, password } })
    await site.ok('deleteOwnAccount', { body: { name: address, password } }, token)
  },
  async 'an address that its owner deletes'({ site }, localPart) {
    const ann = await makePerson(site, `owner.${localPart}`)
    const { mailbox } = await site.ok('createEmail', { body: { domain, localPart } }, ann.token)
    await site.ok('delEmailAccount', { body: { ids: [mailbox.id] } }, ann.token)
  },
  async 'an account that an admin deletes for good'(shop, name) {
    await removeForGood(shop, await account(shop, name))
  },
  async 'a deleted account that nobody wanted back'(shop, name) {
    const ids = [await account(shop, name)]
    await shop.site.ok('delEmailAccount', { body: { ids } }, shop.admin)
    await pass(shop, 2 * hour)
  },
  async 'an account that nobody renewed'(shop, name) {
    const id = await account(shop, name)
    const ended = { expires_at: shop.site.clock.now() - 31 * day }
    await shop.site.app.db.transaction(tx => updateMailbox(tx, id, ended))
    await pass(shop, 2 * minute)
  },
  async 'a mailbox of an account that an admin removes with all it has'(shop, name) {
    const ann = await makePerson(shop.site, `gone.${name}`)
    await account(shop, name, ann.id)
    await shop.site.ok(
      'delSysAccount',
      { body: { id: ann.id, owned: 'delete' } },
      await shop.site.adminToken(),
    )
  },
  async 'a mailbox of an account that removes itself'(shop, name) {
    const { site } = shop
    const body = { username: `left.${name}`, password }
    const { account: left } = await site.ok('createSysAccount', { body }, await site.adminToken())
    await account(shop, name, left.id)
    const { token } = await site.ok('login', { body })
    await site.ok('deleteOwnAccount', { body: { name: left.username, password } }, token)
  },
}
