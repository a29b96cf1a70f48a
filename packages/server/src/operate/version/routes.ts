import type { Handlers } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoTime } from '../../kernel/clock.ts'
import { parseChangelog } from './changelog.ts'
import { checkHealth, databaseFacts, type HealthDeps } from './health.ts'
import { type ProgramFiles, readChangelog, readLicences } from './program-files.ts'

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function versionRoutes(deps: HealthDeps & { clock: Clock; program: ProgramFiles }) {
  const startedAt = deps.clock.now()
  const changes = parseChangelog(readChangelog(deps.program))
  const licences = readLicences(deps.program)

  const runtimeFacts = async () => ({
    node: process.version,
    database: databaseNames[deps.db.kind],
    startedAt: isoTime(startedAt),
    memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
    platform: `${process.platform} ${process.arch}`,
    dataDir: deps.dataDir,
    ...(await databaseFacts(deps.db)),
  })

  return {
    async getVersion({ caller }) {
      const health = await checkHealth(deps)
      const healthy = health.every(item => item.state !== 'bad')
      const isAdmin = caller.role === 'admin'
      return {
        version: deps.program.version,
        changes,
        runtime: isAdmin ? await runtimeFacts() : null,
        licences,
        healthy,
        // Ports and disks are the operator's business.
        health: isAdmin ? health : [],
      }
    },
  } satisfies Partial<Handlers>
}
