/** The ways in which a name is had, as everybody has them. Each tells what was said at the name when it was refused. */
import { errors } from '@yanshu/contract'
import { makePerson } from '../../../testing/people.ts'
import { shopDomain as domain, purchase, type Shop } from '../../../testing/shop.ts'
import { password } from './end-ways.ts'

type Refusal = { status: number; body: { error: number; fields?: Record<string, string> } }

function said({ status, body }: Refusal, field: string): string {
  if (body.error !== errors.addressResting.code) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body.fields?.[field] ?? ''
}

let made = 0
const fresh = (kind: string): string => `${kind}-${process.pid}-${made++}`

async function cardCode({ site, admin }: Shop, order: Record<string, unknown>): Promise<string> {
  return (await site.ok('createCard', { body: { count: 1, ...order } }, admin)).codes[0] ?? ''
}

async function imported({ site, admin }: Shop, name: string, dryRun: boolean): Promise<string> {
  const rows = [{ line: 2, address: `${name}@${domain}` }]
  const { made: list, failed } = await site.ok('importEmailAccount', { body: { rows, dryRun } }, admin)
  if (list.length > 0) throw new Error('it was imported')
  return failed[0]?.msg ?? ''
}

type MakeWay = (shop: Shop, name: string) => Promise<string>

export const makeWays: Readonly<Record<string, MakeWay>> = {
  regEmail: async ({ site }, localPart) =>
    said(await site.call('regEmail', { body: { domain, localPart } }), 'localPart'),
  'regEmail with a password': async ({ site }, localPart) =>
    said(await site.call('regEmail', { body: { domain, localPart, password } }), 'localPart'),
  async 'regEmail with a card code'(shop, localPart) {
    const code = await cardCode(shop, { kind: 'open', days: 30 })
    const body = { domain, localPart, password, cardCode: code }
    return said(await shop.site.call('regEmail', { body }), 'localPart')
  },
  async createEmail({ site }, localPart) {
    const { token } = await makePerson(site, fresh('bob'))
    return said(await site.call('createEmail', { body: { domain, localPart } }, token), 'localPart')
  },
  async createEmailAccount({ site, admin }, name) {
    const body = { domain, names: [name] }
    return said(await site.call('createEmailAccount', { body }, admin), 'names')
  },
  async 'createEmailAccount from a list'({ site, admin }, name) {
    const body = { domain, names: [name, fresh('beside')] }
    const { list, failed } = await site.ok('createEmailAccount', { body }, admin)
    if (list.length !== 1 || !failed[0]?.resting) throw new Error(JSON.stringify({ list, failed }))
    return failed[0].msg
  },
  importEmailAccount: (shop, name) => imported(shop, name, false),
  'a trial of importEmailAccount': (shop, name) => imported(shop, name, true),
  async buyEmail(shop, name) {
    const body = purchase(shop, name, { pay: { way: 'manual' } })
    return said(await shop.site.call('buyEmail', { body }), 'localPart')
  },
  async 'buyEmail with a card code'(shop, name) {
    const code = await cardCode(shop, { kind: 'pay', days: null, amount: 300 })
    const body = purchase(shop, name, { pay: { way: 'card', cardCode: code } })
    return said(await shop.site.call('buyEmail', { body }), 'localPart')
  },
  async verCard(shop, localPart) {
    const code = await cardCode(shop, { kind: 'open', days: 30 })
    const body = { code, redeem: true, domain, localPart }
    return said(await shop.site.call('verCard', { body }), 'localPart')
  },
}
