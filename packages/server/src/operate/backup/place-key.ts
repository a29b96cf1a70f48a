/** Puts the key of the site where this place looks for it, unless it comes from the environment. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/settings-table.ts'
import { StartFault } from '../../data-folder.ts'
import type { Db } from '../../database/types.ts'
import { masterKeyName } from '../../secrets.ts'

export async function placeKey(
  db: Db,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  key: string,
  now: number,
): Promise<void> {
  if (config.secretKey !== '') return
  if (db.kind === 'sqlite') {
    const file = join(config.dataDir, 'secret.key')
    if (!existsSync(file)) writeFileSync(file, key, { mode: 0o600, flag: 'wx', flush: true })
    else if (readFileSync(file, 'utf8').trim() !== key) throw new StartFault(`${file} holds another key.`)
    return
  }
  await db.transaction(async tx => {
    await tx
      .insertInto('setting')
      .values({ scope: 'instance', name: masterKeyName, value: key, updated_at: now })
      .onConflict(oc => oc.columns(['scope', 'name']).doUpdateSet({ value: key }))
      .execute()
  })
}
