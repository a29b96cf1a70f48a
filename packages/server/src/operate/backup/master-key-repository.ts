import pg from 'pg'
import { instanceScope, masterKeyName } from '../../ledger/setting/open-secrets.ts'

/** The key among the settings of a PostgreSQL that may be of any version; null where there is none. */
export async function findKeyInDatabase(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM setting WHERE scope = $1 AND name = $2',
      [instanceScope, masterKeyName],
    )
    return rows[0]?.value ?? null
  } finally {
    await client.end()
  }
}
