/** Ends a stop for an operator: mail that waited for this sender is due at once. */
import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { readFact } from '../../ledger/fact/fact.ts'
import { removeStop } from '../stop/repository.ts'
import { senderOfKey } from '../stop/watch-senders.ts'
import { wakeHeld } from './repository.ts'

export async function liftStop(
  deps: { db: Db; clock: Clock; kick(): void },
  caller: AccountCaller,
  { kind, id }: { kind: 'account' | 'mailbox'; id: string },
): Promise<void> {
  const key = `${kind}:${id}`
  const now = deps.clock.now()
  const { name } = await senderOfKey(deps.db.query, key)
  await deps.db.transaction(async tx => {
    const stop = await removeStop(tx, key, now)
    if (!stop) throw new AppError('notFound')
    await wakeHeld(tx, key, now)
    await writeAudit(tx, caller, now, { action: 'liftSendStop', target: name, detail: readFact(stop.detail) })
  })
  deps.kick()
}
