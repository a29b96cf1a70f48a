/** Orders that were not paid in time are closed and their names released. Money that comes later still counts. */
import { fact } from '../../ledger/fact/fact.ts'
import { releaseHolds } from '../../mailbox/account/hold.ts'
import { moveOrder } from './move-order.ts'
import { actors } from './order.ts'
import { listOverdue, lockOrder } from './repository.ts'
import type { PaymentDeps } from './take-payment.ts'

const portion = 100

export async function expireOrders(deps: Pick<PaymentDeps, 'db' | 'clock' | 'announce'>): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const overdue = await listOverdue(deps.db.query, now, portion)
    for (const { id } of overdue) {
      await deps.db.transaction(async tx => {
        const order = await lockOrder(tx, deps.db.kind, id)
        if (order?.status !== 'pending') return
        await moveOrder(
          tx,
          order,
          { to: 'closed', actor: actors.system, text: fact('orderOverdue', {}) },
          now,
        )
        await releaseHolds(tx, id)
      })
      await deps.announce(id)
    }
    if (overdue.length < portion) return
  }
}
