/** Taking one's data away by a job: the archive is made a piece at a time, and waits to be fetched. */
import { putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { countExported, type ExportDeps, exportPiece } from './export-own-data.ts'

export const beginExport = async (deps: ExportDeps, begin: BeginJob, caller: LoggedIn): Promise<string> =>
  begin(caller, { kind: 'exportData', request: {}, total: await countExported(deps, caller) })

export const exportWork = (deps: ExportDeps): LongWork => ({
  kind: 'exportData',
  call: 'startExport',
  async open(caller) {
    return {
      async step(place, enter) {
        const { bytes, next, done } = await exportPiece(deps, caller, place)
        const key = await putLoose(deps, bytes)
        await deps.db.transaction(async tx => {
          await useBlobs(tx, [key])
          await enter(tx, { next, done, file: { key, bytes: bytes.length } })
        })
      },
    }
  },
})
