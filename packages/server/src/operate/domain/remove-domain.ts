/**
 * Removing a domain. The request only marks it, which costs the same for one mailbox and for a million; from that
 * moment it receives nothing and nobody can use it. The mailboxes then go in portions, on whatever node, and the name
 * is free when they are gone.
 */
import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Query } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { removeMailbox } from '../../inbound/mailbox/sweep.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { deleteClaim } from './claim-repository.ts'
import { reachDomain } from './domain.ts'
import { beginRemoval, deleteDomainRows, type ListedDomain } from './repository.ts'

export type RemoveDeps = { db: Db; clock: Clock; blobs: BlobStore }

export type Loss = { mailboxes: number; others: number; mails: number }

/** Beyond this the exact number helps nobody, and counting would cost more the more there is. */
const countUpTo = 100_000
const portion = 50

async function lossOf(query: Query, domain: ListedDomain): Promise<Loss> {
  const { others } = await query
    .selectFrom('mailbox')
    .select(eb => eb.fn.countAll<number>().as('others'))
    .where('domain_id', '=', domain.id)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '!=', domain.owner_id ?? '')]))
    .executeTakeFirstOrThrow()
  const { mails } = await query
    .selectFrom(eb =>
      eb
        .selectFrom('mail')
        .innerJoin('mailbox', 'mailbox.id', 'mail.mailbox_id')
        .select('mail.seq')
        .where('mailbox.domain_id', '=', domain.id)
        .limit(countUpTo)
        .as('some'),
    )
    .select(eb => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
  return { mailboxes: domain.mailboxes, others: Number(others), mails: Number(mails) }
}

export async function delDomain(
  deps: RemoveDeps,
  caller: AccountCaller,
  request: { id: string; dryRun: boolean },
): Promise<Loss> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  const loss = await lossOf(deps.db.query, domain)
  if (request.dryRun) return loss
  if (loss.others > 0 && caller.role !== 'admin')
    throw new AppError('forbidden', { msg: `上面还有别人的 ${loss.others} 个邮箱，请联系管理员` })
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    if (await deleteClaim(tx, domain.id)) {
      await deleteDomainRows(tx, [domain.id])
      return
    }
    if (!(await beginRemoval(tx, domain.id, now))) throw new AppError('notFound')
    if (caller.role === 'admin')
      await writeAudit(tx, caller, now, {
        action: 'delDomain',
        target: domain.name,
        detail: `${loss.mailboxes} 个邮箱，${loss.mails} 封邮件`,
      })
  })
  return loss
}

/** Takes away what is left of domains that were removed. Broken off, it goes on where it was the next time. */
export async function sweepRemovedDomains(deps: RemoveDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const removed = await deps.db.query
      .selectFrom('domain')
      .select('id')
      .where('removed_at', 'is not', null)
      .orderBy('removed_at')
      .limit(1)
      .executeTakeFirst()
    if (!removed || signal.aborted) return
    const mailboxes = await deps.db.query
      .selectFrom('mailbox')
      .select('id')
      .where('domain_id', '=', removed.id)
      .limit(portion)
      .execute()
    for (const { id } of mailboxes) {
      if (signal.aborted) return
      const ended = await deps.db.transaction(tx => deleteSessions(tx, { mailboxId: id }))
      await removeMailbox(deps, id)
      await tellSessionsEnded(deps.db, ended)
    }
    // A mailbox that was being made at the moment of removal holds on to the row; then there is another round.
    if (mailboxes.length === 0) await deps.db.transaction(tx => deleteDomainRows(tx, [removed.id]))
  }
}
