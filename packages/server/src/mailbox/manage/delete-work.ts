/** Deleting as many mailboxes as are meant, whether anybody waits or not. */
import { asAccount, managedScope } from '../../identity/access.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller, LoggedIn } from '../../kernel/call/caller.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { RemoveMailboxesDeps } from '../life/remove-mailboxes.ts'
import { mailboxWords } from '../words/words.ts'
import { type FilterWords, readFilter } from './account-filter.ts'
import { type AccountMatch, countMatching, matchingAccounts, nextIds, withIds } from './account-repository.ts'
import { deleteMailboxes, deletePortion } from './delete-mailboxes.ts'

export type DeleteRequest = {
  ids?: readonly string[] | undefined
  filter?: FilterWords | undefined
  keep?: boolean | undefined
}

const portion = 100

/** Those that are meant; deleted ones that are to be removed for good are named by their ids. */
async function meant(deps: RemoveMailboxesDeps, caller: LoggedIn, request: DeleteRequest) {
  const { ids, filter = {}, keep } = request
  const now = deps.clock.now()
  const words = await readFilter(deps.db.query, filter)
  const of = (deleted: boolean): AccountMatch => {
    const match = matchingAccounts(deps.db.query, managedScope(caller), { ...words, deleted }, now)
    return ids === undefined ? match : withIds(match, ids)
  }
  return ids !== undefined && keep === false ? [of(false), of(true)] : [of(false)]
}

async function beginDelete(
  deps: RemoveMailboxesDeps & { begin: BeginJob },
  caller: AccountCaller,
  request: DeleteRequest,
) {
  let total = 0
  for (const match of await meant(deps, caller, request)) total += await countMatching(match)
  if (request.ids && total < new Set(request.ids).size) throw new AppError('notFound')
  return deps.begin(caller, { kind: 'deleteAccounts', request, total })
}

export async function deleteOrBegin(
  deps: RemoveMailboxesDeps & { begin: BeginJob },
  caller: LoggedIn,
  { job, ...request }: DeleteRequest & { job?: true | undefined },
): Promise<{ deleted: number; restorableUntil: number | null; jobId?: string }> {
  const { ids, filter, keep } = request
  if ((ids === undefined) === (filter === undefined)) throw invalidField('ids', mailboxWords.idsOrFilter)
  if (ids !== undefined && !job) return deleteMailboxes(deps, caller, { ids, keep })
  const jobId = await beginDelete(deps, asAccount(caller), request)
  return { deleted: 0, restorableUntil: null, jobId }
}

export const deleteWork = (deps: RemoveMailboxesDeps): LongWork => ({
  kind: 'deleteAccounts',
  call: 'delEmailAccount',
  async open(asked, given) {
    const caller = asAccount(asked)
    const request = given as DeleteRequest
    return {
      async step(place, enter) {
        // By id, so that none comes twice; what was dealt with stands before the place, deleted or not.
        const found: string[] = []
        for (const match of await meant(deps, caller, request))
          found.push(...(await nextIds(match, place, portion)))
        const ids = found.sort().slice(0, portion)
        const next = ids.length < portion ? null : (ids.at(-1) ?? null)
        await deletePortion(deps, caller, { ids, keep: request.keep }, tx =>
          enter(tx, { next, done: ids.length }),
        )
      },
      async ended(tx, { done }) {
        if (caller.role !== 'admin' || done === 0) return
        const target = fact('someMailboxes', { count: done })
        await writeAudit(tx, caller, deps.clock.now(), { action: 'delEmailAccount', target, detail: null })
      },
    }
  },
})
