/** Importing more lines than one waits for. */
import { asAccount } from '../../identity/access.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { mailboxWords } from '../words/words.ts'
import type { CreateDeps } from './create-accounts.ts'
import {
  addressKey,
  auditImport,
  type Imported,
  type ImportRequest,
  type ImportRow,
  importAccounts,
  openReaders,
  readRows,
  sortImported,
} from './import-accounts.ts'
import { insertBatch, newHasher, portion } from './insert-accounts.ts'
import { naturally } from './natural-order.ts'

/** So many lines are brought in while one waits. */
const mostAtOnce = 500
/** Passwords that people chose are hashed slowly, on purpose: of them fewer. */
const mostOwnPasswords = 50
const mostChecked = 1000
/** Those of one transaction: nobody wants to wait long for it to stop. */
const ownPasswordsInPortion = 10

const hasOwnPassword = (row: ImportRow): boolean => (row.password ?? '') !== ''

export async function importOrBegin(
  deps: CreateDeps & { begin: BeginJob },
  caller: AccountCaller,
  request: ImportRequest & { file?: string | undefined; job?: true | undefined },
): Promise<Imported & { jobId?: string }> {
  const { rows, zone, dryRun, file, job } = request
  if (dryRun && rows.length > mostChecked) throw invalidField('rows', mailboxWords.checkedAtOnce(mostChecked))
  const isSmall = rows.length <= mostAtOnce && rows.filter(hasOwnPassword).length <= mostOwnPasswords
  if (dryRun || (isSmall && !job)) return importAccounts(deps, caller, request)
  await openReaders(deps, zone)
  const keys = new Map(rows.map(row => [row, addressKey(row)]))
  const inOrder = [...rows].sort((a, b) => naturally(keys.get(a) ?? '', keys.get(b) ?? '') || a.line - b.line)
  const jobId = await deps.begin(caller, {
    kind: 'importAccounts',
    request: { rows: inOrder, zone },
    about: file === undefined ? {} : { file },
    total: rows.length,
  })
  return { made: [], failed: [], jobId }
}

/** Where the portion ends that begins at a place. */
function endOf(rows: readonly ImportRow[], from: number): number {
  let own = 0
  let at = from
  while (at < rows.length && at - from < portion && own < ownPasswordsInPortion) {
    const row = rows[at++]
    if (row && hasOwnPassword(row)) own++
  }
  return at
}

export const importWork = (deps: CreateDeps): LongWork => ({
  kind: 'importAccounts',
  call: 'importEmailAccount',
  async open(asked, given, { createdAt }) {
    const caller = asAccount(asked)
    const { rows, zone } = given as ImportRequest
    const hash = newHasher(deps)
    return {
      async step(place, enter) {
        const from = Number(place)
        const to = endOf(rows, from)
        const before = rows[from - 1]
        const seen = new Set(before ? [addressKey(before)] : [])
        // Asked anew for each portion: a domain may be gone meanwhile.
        const { good, failed } = await readRows(
          caller,
          rows.slice(from, to),
          await openReaders(deps, zone),
          seen,
        )
        const accounts = good.map(item => item.account)
        await insertBatch(deps, caller, accounts, hash, {
          // Portions differ in size; the place itself rises as well.
          ...{ madeAt: createdAt, at: Math.ceil(from / ownPasswordsInPortion) },
          enter: (tx, outcomes) => {
            const { made, failed: refused } = sortImported(good, outcomes)
            const own = new Set(good.filter(item => hasOwnPassword(item.row)).map(item => item.row.line))
            return enter(tx, {
              next: to < rows.length ? String(to) : null,
              done: to - from,
              failures: [...failed, ...refused],
              secrets: made
                .filter(({ line }) => !own.has(line))
                .map(({ address, password }) => ({ address, password })),
            })
          },
        })
      },
      ended: (tx, { done, failed }) => auditImport(tx, caller, deps.clock.now(), done - failed),
    }
  },
})
