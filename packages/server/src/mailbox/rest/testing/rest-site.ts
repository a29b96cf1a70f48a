import type { DatabaseKind } from '../../../database/types.ts'
import { type Shop, startShop } from '../../../testing/shop.ts'
import type { TestAppOptions } from '../../../testing/test-app.ts'

/** How an address is refused that was another's. */
export const refusal = /^这个名字不久前有人用过，要到 20\d\d年\d{1,2}月\d{1,2}日 之后才能再用$/

/** From the environment, so that a test can hash names as the site does. */
export const masterKey = 'a master key that the test knows'

/** A shop whose domain is open to everybody and whose deleted accounts are gone soon. */
export async function startRestShop(kind: DatabaseKind, options: TestAppOptions = {}): Promise<Shop> {
  const environment = { YANSHU_DNS_SERVERS: '127.0.0.1:9', YANSHU_SECRET_KEY: masterKey }
  const shop = await startShop(kind, { ...options, environment })
  await shop.site.app.db.transaction(async tx => {
    await tx.updateTable('domain').set({ open: 1 }).where('id', '=', shop.domainId).execute()
  })
  const values = { restoreHours: 1, mailTmApi: true }
  await shop.site.ok('updateSetting', { body: { values } }, shop.admin)
  return shop
}
