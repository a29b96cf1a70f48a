import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import { type Handlers, RawAnswer } from '../../http/handlers.ts'
import { asLoggedIn } from '../../identity/access.ts'
import { exportOwnData } from './export-own-data.ts'

export function transferRoutes(deps: { db: Db; clock: Clock; blobs: BlobStore }) {
  return {
    async exportData({ caller }) {
      const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
      return new RawAnswer(
        fileHeaders(`yanshu-${day}.tar`, 'application/x-tar'),
        exportOwnData(deps, asLoggedIn(caller)),
      )
    },
  } satisfies Partial<Handlers>
}
