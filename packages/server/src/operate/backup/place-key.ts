/** Puts the key of the site where this place looks for it, unless it comes from the environment. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../database/types.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { putValue } from '../../ledger/setting/kept-settings.ts'
import { instanceScope, masterKeyName } from '../../ledger/setting/open-secrets.ts'

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
  await db.transaction(tx => putValue(tx, instanceScope, masterKeyName, key, now))
}
