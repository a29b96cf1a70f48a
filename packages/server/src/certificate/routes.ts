/** The calls about certificates. */
import { asAccount } from '../identity/access.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Handlers } from '../kernel/call/handlers.ts'
import { minute } from '../kernel/clock.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { findCertificate, setDue, updateAccount } from './kept/repository.ts'
import { accountId } from './obtain/authority.ts'
import { timeToWait } from './obtain/budget.ts'
import { isOn, namesToObtain } from './obtain/renew-certificates.ts'
import { type ShownDeps, shownCertificates } from './state/shown-certificates.ts'
import { certificateWords } from './words/words.ts'

export type RouteDeps = ShownDeps & {
  /** Begins to work at what is due. */
  renewSoon(): void
}

/** Makes one name due, or all whose last try failed. */
async function makeDue(deps: RouteDeps, name: string | undefined): Promise<void> {
  const { db, clock } = deps
  const values = await deps.site.read()
  const now = clock.now()
  const all = await shownCertificates(deps)
  if (name !== undefined && !all.list.some(one => one.name === name)) throw new AppError('notFound')
  if (name !== undefined && deps.hasFileFor(name))
    throw new AppError('conflict', { msg: certificateWords.notRenewedHere })
  if (!isOn(values)) {
    if (name === undefined) return
    throw new AppError('conflict', { msg: certificateWords.switchedOff })
  }
  if (name !== undefined) {
    const waitMs = await timeToWait(db.query, name, now)
    if (waitMs > 0)
      throw new AppError('tooMany', {
        msg: certificateWords.tooOften(Math.ceil(waitMs / minute)),
        retryAfter: Math.ceil(waitMs / 1000),
      })
  }
  const wanted = await namesToObtain(deps, values)
  const names = name === undefined ? wanted.map(one => one.name) : [name]
  const rows = await Promise.all(names.map(async one => findCertificate(db.query, one)))
  const due = rows.filter(row => row !== undefined && (name !== undefined || row.failures > 0))
  await db.transaction(async tx => {
    for (const row of due) if (row) await setDue(tx, row.name, now)
    await updateAccount(tx, accountId(values), { next_at: 0 })
  })
}

export function certificateRoutes(deps: RouteDeps) {
  return {
    getCertificates: () => shownCertificates(deps),

    async renewCertificate({ body, caller }) {
      await makeDue(deps, body.name)
      await deps.db.transaction(tx =>
        writeAudit(tx, asAccount(caller), deps.clock.now(), {
          action: 'renewCertificate',
          target: body.name ?? '',
          detail: null,
        }),
      )
      deps.renewSoon()
      return shownCertificates(deps)
    },
  } satisfies Partial<Handlers>
}
