/**
 * From paid to done: hands out what an order bought, once, however often it is tried and by however many. When the name
 * is no longer to be had, the money becomes credit and the order is closed; when even that cannot be, the order waits
 * for the operator and is tried again.
 */

import type { Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { releaseHolds } from '../../mailbox/account/hold.ts'
import type { Grant } from '../provision/grants.ts'
import { provision } from '../provision/provision.ts'
import { moveOrder } from './move-order.ts'
import { actors } from './order.ts'
import { paymentsOf, settleCasesOf } from './payment-repository.ts'
import { findOrder, listUndelivered, lockOrder, type OrderRow } from './repository.ts'
import { becomeCredit, type PaymentDeps, raisePaymentCase } from './take-payment.ts'

function grantFor(order: OrderRow, passwordHash: string | null): Grant | null {
  const worth = { days: order.days, quotaBytes: order.quota_bytes, maySend: order.may_send === 1 }
  if (order.renew === 1) {
    const { mailbox_id: mailboxId } = order
    return mailboxId === null ? null : { kind: 'renew', mailboxId, days: worth.days, also: worth }
  }
  // The domain may have been deleted since.
  if (order.domain_id === null) return null
  return {
    kind: 'open',
    domain: { id: order.domain_id, name: order.domain_name },
    localPart: order.local_part,
    passwordHash,
    holder: order.id,
    worth,
  }
}

async function giveUp(tx: Tx, deps: PaymentDeps, order: OrderRow, open: boolean, now: number): Promise<void> {
  const payments = (await paymentsOf(tx, order.id)).filter(payment => payment.became === 'order')
  if (!open) {
    for (const payment of payments) await raisePaymentCase(tx, deps, order, payment, 'undeliverable', now)
    return
  }
  for (const payment of payments) await becomeCredit(tx, deps, order, payment, now)
  await settleCasesOf(tx, order.id, 'undeliverable', fact('becameCredit', {}), now)
  await releaseHolds(tx, order.id)
  await moveOrder(
    tx,
    order,
    {
      to: 'closed',
      change: { paid: 0, paid_at: null, trade_no: '' },
      actor: actors.system,
      text: fact('orderBecameCredit', { renew: order.renew === 1 }),
    },
    now,
  )
}

/** The order as it is afterwards. With a password the mailbox opens with it at once. */
export async function deliver(
  tx: Tx,
  deps: PaymentDeps,
  orderId: string,
  given: { open: boolean; passwordHash: string | null },
  now: number,
): Promise<OrderRow> {
  const order = await lockOrder(tx, deps.db.kind, orderId)
  if (!order) throw new Error('an order is never deleted')
  if (order.status !== 'paid') return order
  const grant = grantFor(order, given.passwordHash)
  const handed =
    grant === null
      ? { ok: false as const }
      : await provision(tx, deps, { key: `order:${order.id}`, grant }, now)
  if (!handed.ok) {
    await giveUp(tx, deps, order, given.open, now)
    return (await findOrder(tx, order.id)) ?? order
  }
  await releaseHolds(tx, order.id)
  await settleCasesOf(tx, order.id, 'undeliverable', fact('deliveredLater', {}), now)
  return moveOrder(
    tx,
    order,
    {
      to: 'done',
      change: { done_at: now, mailbox_id: handed.mailboxId, mailbox_expires_at: handed.expiresAt },
      actor: actors.system,
      text: fact('orderDelivered', { renew: order.renew === 1 }),
    },
    now,
  )
}

export async function deliverOrder(deps: PaymentDeps, orderId: string): Promise<OrderRow> {
  const open = await deps.creditIsOpen()
  const now = deps.clock.now()
  const order = await deps.db.transaction(tx => deliver(tx, deps, orderId, { open, passwordHash: null }, now))
  await deps.announce(orderId)
  return order
}

const portion = 100

/** Delivers orders that were paid and not handed out, because the program stopped in between or could not. */
export async function deliverLeftOver(deps: PaymentDeps, onFault: (cause: unknown) => void): Promise<void> {
  for (const order of await listUndelivered(deps.db.query, portion)) {
    try {
      await deliverOrder(deps, order.id)
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'conflict')) onFault(cause)
    }
  }
}
