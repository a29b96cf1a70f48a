import type { Clock } from '../../clock.ts'
import { isoTime } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { parseChangelog } from './changelog.ts'
import { type ProgramFiles, readChangelog, readLicences } from './program-files.ts'

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function versionRoutes(deps: { db: Db; clock: Clock; program: ProgramFiles }) {
  const startedAt = deps.clock.now()
  const changes = parseChangelog(readChangelog(deps.program))
  const licences = readLicences(deps.program)
  return {
    async getVersion({ caller }) {
      const healthy = await deps.db.ping().then(
        () => true,
        () => false,
      )
      const runtime = {
        node: process.version,
        database: databaseNames[deps.db.kind],
        startedAt: isoTime(startedAt),
        memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
        platform: `${process.platform} ${process.arch}`,
      }
      return {
        version: deps.program.version,
        changes,
        runtime: caller.role === 'admin' ? runtime : null,
        licences,
        healthy,
      }
    },
  } satisfies Partial<Handlers>
}
