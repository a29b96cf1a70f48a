import { Readable } from 'node:stream'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { asLoggedIn } from '../../identity/access.ts'
import type { LongJobs } from '../../jobs/long/long-jobs.ts'
import { cancelJob, fileKeys, ownJob, ownJobs, resumeJob, takeSecrets } from '../../jobs/long/own-jobs.ts'
import { AppError } from '../../kernel/app-error.ts'
import { fileHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'

type Deps = { db: Db; clock: Clock; secrets: Secrets; blobs: BlobStore; longJobs: Pick<LongJobs, 'woken'> }

export function jobRoutes(deps: Deps) {
  async function* piecesOf(keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) {
      const bytes = await deps.blobs.get(key)
      if (!bytes) throw new Error('a piece of a file is gone')
      yield bytes
    }
  }
  return {
    getJobs: async ({ caller }) => ({ list: await ownJobs(deps, asLoggedIn(caller)) }),

    getJob: ({ query, caller }) => ownJob(deps, asLoggedIn(caller), query.id, query.after),

    cancelJob: async ({ body, caller }) => ({ job: await cancelJob(deps, asLoggedIn(caller), body.id) }),

    resumeJob: async ({ body, caller }) => ({
      job: await resumeJob({ ...deps, woken: deps.longJobs.woken }, asLoggedIn(caller), body.id),
    }),

    takeJobSecrets: async ({ body, caller }) => ({
      list: await takeSecrets(deps, asLoggedIn(caller), body.id),
    }),

    async getJobFile({ query, caller }) {
      const me = asLoggedIn(caller)
      const { job } = await ownJob(deps, me, query.id)
      if (job.state !== 'done' || job.bytes === null) throw new AppError('notFound')
      const keys = await fileKeys(deps, me, query.id)
      const day = job.createdAt.slice(0, 10)
      return new RawAnswer(
        { ...fileHeaders(`yanshu-${day}.tar`, 'application/x-tar'), 'content-length': String(job.bytes) },
        Readable.from(piecesOf(keys), { objectMode: false, highWaterMark: 256 * 1024 }),
      )
    },
  } satisfies Partial<Handlers>
}
