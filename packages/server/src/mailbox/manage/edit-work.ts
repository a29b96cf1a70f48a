/** Editing as many mailboxes as are meant, whether anybody waits or not. */
import { asAccount } from '../../identity/access.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { countMatching, nextIds } from './account-repository.ts'
import {
  auditBatch,
  type BatchDeps,
  type BatchRequest,
  checkBatch,
  editPortion,
  meant,
  portionOf,
} from './batch-edit.ts'

export async function beginEdit(
  deps: BatchDeps & { begin: BeginJob },
  caller: AccountCaller,
  request: BatchRequest,
) {
  const match = await meant(deps, caller, request)
  await checkBatch(deps, caller, request, match)
  const matched = await countMatching(match)
  const jobId = await deps.begin(caller, { kind: 'editAccounts', request, total: matched })
  return { jobId, matched, changed: 0, next: null, passwords: [] }
}

export const editWork = (deps: BatchDeps): LongWork => ({
  kind: 'editAccounts',
  call: 'batchEditEmailAccount',
  async open(asked, given) {
    const caller = asAccount(asked)
    const request = given as BatchRequest
    const size = portionOf(request)
    return {
      async step(place, enter) {
        // Some may be gone since they were chosen; whom the others belong to is asked again.
        const match = await meant(deps, caller, request, { goneAreLeft: true })
        await checkBatch(deps, caller, request, match)
        const ids = await nextIds(match, place, size)
        await editPortion(deps, request, ids, (tx, { passwords }) =>
          enter(tx, {
            next: ids.length < size ? null : (ids.at(-1) ?? null),
            done: ids.length,
            secrets: passwords,
          }),
        )
      },
      async ended(tx, { done }) {
        if (caller.role === 'admin' && done > 0)
          await auditBatch(tx, deps, caller, request, { named: [], count: done })
      },
    }
  },
})
