import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { asLoggedIn } from '../../identity/access.ts'
import type { BeginJob } from '../../jobs/long/long-job.ts'
import { fileHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { exportOwnData } from './export-own-data.ts'
import { beginExport } from './export-work.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore; longJobs: { begin: BeginJob } }

export function transferRoutes(deps: Deps) {
  return {
    startExport: async ({ caller }) => ({
      jobId: await beginExport(deps, deps.longJobs.begin, asLoggedIn(caller)),
    }),

    async exportData({ caller }) {
      const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
      return new RawAnswer(
        { ...fileHeaders(`yanshu-${day}.tar`, ''), 'content-type': 'application/x-tar' },
        exportOwnData(deps, asLoggedIn(caller)),
      )
    },
  } satisfies Partial<Handlers>
}
