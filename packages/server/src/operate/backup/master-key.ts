/** The key of the site, wherever it is: in the environment, in the data folder, or with PostgreSQL in the database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../kernel/config/settings-table.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { findKeyInDatabase } from './master-key-repository.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>

/** Null where there is none yet. */
export async function findMasterKey({ secretKey, databaseUrl, dataDir }: Place): Promise<string | null> {
  if (secretKey !== '') return secretKey
  if (databaseUrl !== '') return findKeyInDatabase(databaseUrl)
  const file = join(dataDir, 'secret.key')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

export async function readMasterKey(place: Place): Promise<string> {
  const key = await findMasterKey(place)
  if (key === null)
    throw new StartFault('The key of the site (secret.key, or YANSHU_SECRET_KEY) is not there.')
  return key
}
