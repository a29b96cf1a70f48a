/** Makes the first admin when there is none. When several nodes start at once, exactly one makes it. */

import type { Db } from '../../database/types.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { newReadablePassword } from '../../kernel/ids.ts'
import type { Passwords } from '../session/password.ts'
import { anyAdminExists, insertAccount } from '../sys-account/repository.ts'
import { newAccountRow } from './manage-sys-account.ts'

export type FirstAdmin = {
  username: string
  /** Null when it was given by the configuration and need not be told. */
  password: string | null
}

export async function makeFirstAdmin(
  deps: { db: Db; passwords: Passwords },
  config: Pick<Config, 'adminUsername' | 'adminPassword'>,
  now: number,
): Promise<FirstAdmin | null> {
  if (await anyAdminExists(deps.db.query)) return null
  const made = config.adminPassword ? null : newReadablePassword(16)
  const passwordHash = await deps.passwords.hash(made ?? config.adminPassword)
  const row = newAccountRow({ now, username: config.adminUsername, passwordHash, rights: { role: 'admin' } })
  const inserted = await deps.db.transaction(tx => insertAccount(tx, row))
  return inserted ? { username: row.username, password: made } : null
}
