/** Begins a moment of the database that the configuration names. */
import type { Config } from '../../kernel/config/settings-table.ts'
import { openPostgresSnapshot } from './postgres-snapshot-repository.ts'
import type { Snapshot } from './snapshot.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

export const openSnapshot = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Snapshot> =>
  config.databaseUrl === '' ? openSqliteSnapshot(config.dataDir) : openPostgresSnapshot(config.databaseUrl)
