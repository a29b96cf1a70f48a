/**
 * Finds the master key: in the environment, else beside SQLite in the data folder, or with PostgreSQL among
 * the settings.
 */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../database/types.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { createSecrets, masterKeyOfFolder, type Secrets } from '../../kernel/secrets.ts'
import { keepFirstValue } from './repository.ts'

/** The name of the key among the settings, with PostgreSQL. */
export const masterKeyName = 'masterKey'
/** The scope of values that belong to this installation and are not settings. */
export const instanceScope = 'instance'

/** Nodes that start at the same time all take the key of the one that wrote first. */
const databaseKey = (db: Db, now: number): Promise<string> =>
  db.transaction(tx =>
    keepFirstValue(tx, instanceScope, masterKeyName, randomBytes(32).toString('base64url'), now),
  )

export async function openSecrets(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  db: Db,
  now: number,
): Promise<Secrets> {
  if (config.secretKey) return createSecrets(config.secretKey)
  return createSecrets(db.kind === 'sqlite' ? masterKeyOfFolder(config.dataDir) : await databaseKey(db, now))
}
