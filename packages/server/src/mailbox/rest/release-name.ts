/** An admin lets a name be taken again that still rests. */
import type { Db } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { mailboxWords } from '../words/words.ts'
import type { RestingNames } from './resting-names.ts'

export type ReleaseDeps = { db: Db; clock: Clock; resting: Pick<RestingNames, 'release'> }

/** Tells until when it would have rested. */
export function releaseName(deps: ReleaseDeps, caller: AccountCaller, typed: string): Promise<number> {
  const address = normalAddress(typed)
  if (address === null) throw invalidField('address', mailboxWords.noAddress)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const until = await deps.resting.release(tx, address, now)
    if (until === null) throw new AppError('notFound', { msg: mailboxWords.nameDoesNotRest })
    const detail = fact('nameReleased', { until })
    await writeAudit(tx, caller, now, { action: 'releaseName', target: address, detail })
    return until
  })
}
