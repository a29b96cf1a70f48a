/** Creating more e-mail accounts than one waits for. */
import { asAccount } from '../../identity/access.ts'
import type { BeginJob, JobTotals, LongWork, OpenedWork, Portion } from '../../jobs/long/long-job.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import {
  type CreateAccounts,
  type CreateDeps,
  type Created,
  createAccounts,
  lower,
  maxRounds,
  othersMissing,
  prepare,
  reachedLimit,
  roundOf,
  sortNames,
  sortOutcomes,
  suggestAccounts,
} from './create-accounts.ts'
import { type Hasher, insertBatch, newHasher, portion } from './insert-accounts.ts'
import { naturally } from './natural-order.ts'

/** So many are made while one waits. */
const mostAtOnce = 1000

/** A few are made at once; many, or if it is asked for, by a job. */
export async function createOrBegin(
  deps: CreateDeps & { begin: BeginJob },
  caller: AccountCaller,
  { job, ...request }: CreateAccounts & { job?: true | undefined },
): Promise<Created & { jobId?: string }> {
  const total = request.names?.length ?? request.random ?? 0
  if (!job && total <= mostAtOnce) return createAccounts(deps, caller, request)
  await prepare(deps, caller, request)
  const names = request.names?.map(lower).sort(naturally)
  const jobId = await deps.begin(caller, {
    kind: 'createAccounts',
    request: names === undefined ? request : { ...request, names },
    about: { domain: request.domain },
    total,
  })
  return { list: [], failed: [], jobId }
}

type Making = {
  deps: CreateDeps
  caller: AccountCaller
  request: CreateAccounts
  hash: Hasher
  madeAt: number
}

/** Only what was drawn is told; a password that was given is known. */
const secretsOf = ({ request }: Making, { list }: Created) =>
  request.password === undefined ? list.map(({ address, password }) => ({ address, password })) : []

/** Names stand in natural order, so that the same one twice stands beside itself. */
function named(making: Making, names: readonly string[]): OpenedWork['step'] {
  const { deps, caller, request } = making
  return async (place, enter) => {
    const from = Number(place)
    const some = names.slice(from, from + portion)
    const { domain, common, reserved } = await prepare(deps, caller, request)
    const before = names[from - 1]
    const known = before === undefined ? some : [before, ...some]
    const { good, failed } = sortNames(known, domain.name, await reserved(known))
    const own = before === undefined || !good.includes(before) ? good : good.slice(1)
    const told = before === undefined || good.includes(before) ? failed : failed.slice(1)
    const accounts = own.map(localPart => ({ ...common, localPart }))
    await insertBatch(deps, caller, accounts, making.hash, {
      ...{ madeAt: making.madeAt, at: from / portion },
      enter: (tx, outcomes) => {
        const created = sortOutcomes(accounts, outcomes)
        return enter(tx, {
          next: from + portion < names.length ? String(from + portion) : null,
          done: some.length,
          failures: [...told, ...created.failed],
          secrets: secretsOf(making, created),
        })
      },
    })
  }
}

/** The place tells how many there are and how often in a row none was to be had. */
function random(making: Making, wanted: number): OpenedWork['step'] {
  const { deps, caller, request } = making
  return async (place, enter) => {
    const [made = 0, tried = 0] = place.split(' ').map(Number)
    const prepared = await prepare(deps, caller, request)
    const size = Math.min(portion, wanted - made)
    const accounts = await suggestAccounts(prepared, size, request.style ?? 'word', roundOf(wanted, tried))
    await insertBatch(deps, caller, accounts, making.hash, {
      ...{ madeAt: making.madeAt, at: Math.ceil(made / portion) },
      enter: (tx, outcomes) => {
        const created = sortOutcomes(accounts, outcomes)
        const now = made + created.list.length
        const missing = wanted - now
        const barren = created.list.length === 0 ? tried + 1 : 0
        const over = outcomes.some(reachedLimit) || barren >= maxRounds
        const entered: Portion = {
          next: missing === 0 || over ? null : `${now} ${barren}`,
          done: over ? size : created.list.length,
          secrets: secretsOf(making, created),
          ...(over && missing > 0 && { done: wanted - made, failures: [othersMissing(missing)] }),
        }
        return enter(tx, entered)
      },
    })
  }
}

export const createWork = (deps: CreateDeps): LongWork => ({
  kind: 'createAccounts',
  call: 'createEmailAccount',
  async open(asked, given, { createdAt }) {
    const caller = asAccount(asked)
    const request = given as CreateAccounts
    const making: Making = { deps, caller, request, hash: newHasher(deps), madeAt: createdAt }
    const { names, random: wanted } = request
    if (names === undefined && wanted === undefined) throw new AppError('invalidInput')
    return {
      step: names === undefined ? random(making, wanted ?? 0) : named(making, names),
      async ended(tx, { done, failed }: JobTotals) {
        if (caller.role !== 'admin' || done === failed) return
        await writeAudit(tx, caller, deps.clock.now(), {
          action: 'createEmailAccount',
          target: fact('someMailboxes', { count: done - failed }),
          detail: fact('mailboxesMade', { domain: request.domain }),
        })
      },
    }
  },
})
