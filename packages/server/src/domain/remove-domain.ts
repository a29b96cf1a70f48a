/**
 * Removes a domain. The request only marks it, which costs the same for one mailbox and for a million; from
 * that moment it receives nothing and nobody can use it. Any node then removes the mailboxes in portions, and
 * the name is free when they are gone.
 */

import type { Db } from '../database/types.ts'
import { AppError } from '../kernel/app-error.ts'
import type { AccountCaller } from '../kernel/call/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'
import type { Life } from '../ledger/life/life.ts'
import { deleteClaim } from './claim-repository.ts'
import { reachDomain } from './domain.ts'
import { beginRemoval, type ListedDomain, oldestRemoval } from './repository.ts'
import { domainWords } from './words/words.ts'

export type RemoveDeps = {
  db: Db
  clock: Clock
  life: Life
  /**
   * Counts the mailboxes and mails that a domain's removal deletes; `others` counts mailboxes of accounts
   * that do not own the domain.
   */
  countOn(domain: { id: string; owner_id: string | null }): Promise<{ others: number; mails: number }>
  /**
   * Removes mailboxes of a domain with all their mail, until none is left or the signal fires; returns how
   * many.
   */
  removeSomeOn(domainId: string, signal: AbortSignal): Promise<number>
}

export type Loss = { mailboxes: number; others: number; mails: number }

async function lossOf(deps: RemoveDeps, domain: ListedDomain): Promise<Loss> {
  return { mailboxes: domain.mailboxes, ...(await deps.countOn(domain)) }
}

export async function delDomain(
  deps: RemoveDeps,
  caller: AccountCaller,
  request: { id: string; dryRun: boolean },
): Promise<Loss> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  const loss = await lossOf(deps, domain)
  if (request.dryRun) return loss
  if (loss.others > 0 && caller.role !== 'admin')
    throw new AppError('forbidden', { msg: domainWords.othersThere(loss.others) })
  const now = deps.clock.now()
  await deps.life.transaction(async (tx, turns) => {
    if (await deleteClaim(tx, domain.id)) {
      await turns.take({ thing: 'domain', turn: 'remove', ids: [domain.id], to: null, now })
      return
    }
    if (!(await beginRemoval(tx, domain.id, now))) throw new AppError('notFound')
    if (caller.role === 'admin')
      await writeAudit(tx, caller, now, {
        action: 'delDomain',
        target: domain.name,
        detail: fact('domainRemoved', { mailboxes: loss.mailboxes, mails: loss.mails }),
      })
  })
  return loss
}

/** Removes the remains of removed domains. After an interruption the next run continues. */
export async function sweepRemovedDomains(deps: RemoveDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const id = await oldestRemoval(deps.db.query)
    if (id === undefined || signal.aborted) return
    const removed = await deps.removeSomeOn(id, signal)
    if (signal.aborted) return
    // A mailbox that was being made at the moment of removal still refers to the row; then there is another
    // round.
    if (removed === 0)
      await deps.life.transaction((_tx, turns) =>
        turns.take({ thing: 'domain', turn: 'remove', ids: [id], to: null, now: deps.clock.now() }),
      )
  }
}
