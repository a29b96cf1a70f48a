/** The key of the site, wherever it is: in the environment, in the data folder, or with PostgreSQL in the database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../config/settings-table.ts'
import { StartFault } from '../../data-folder.ts'
import { masterKeyName } from '../../secrets.ts'

export { masterKeyName }

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>

async function keyInDatabase(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string }>(
      `SELECT value FROM setting WHERE scope = 'instance' AND name = $1`,
      [masterKeyName],
    )
    return rows[0]?.value ?? null
  } finally {
    await client.end()
  }
}

/** Null where there is none yet. */
export async function findMasterKey({ secretKey, databaseUrl, dataDir }: Place): Promise<string | null> {
  if (secretKey !== '') return secretKey
  if (databaseUrl !== '') return keyInDatabase(databaseUrl)
  const file = join(dataDir, 'secret.key')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

export async function readMasterKey(place: Place): Promise<string> {
  const key = await findMasterKey(place)
  if (key === null)
    throw new StartFault('The key of the site (secret.key, or YANSHU_SECRET_KEY) is not there.')
  return key
}
