/** Handing a bought mailbox to its buyer: with its first password, or with a new one in place of a forgotten one. */

import type { Tx } from '../../database/types.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { deleteSessions } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import { lockMailbox, setMailboxPassword } from '../../mailbox/account/mailboxes.ts'
import { openMailboxSession } from '../../mailbox/login/log-in-mailbox.ts'
import { commerceWords } from '../words/words.ts'
import type { BuyDeps } from './buy.ts'
import type { From, Proved } from './open-order.ts'
import { countReset } from './order-guard.ts'
import { lockOrder, markCollected, type OrderRow } from './repository.ts'

export type Collected = { address: string; password: string; token: string; expiresAt: number | null }

type Handed = { account: Collected; ended: string[] }

const isDelivered = (order: OrderRow): boolean =>
  order.status === 'done' && order.renew === 0 && order.mailbox_id !== null

const isCollectable = (order: OrderRow): boolean => isDelivered(order) && order.collected_at === null

/** Undefined when the order, or its mailbox, is no longer the buyer's to open; everyone else is logged out. */
async function handOver(
  tx: Tx,
  deps: BuyDeps,
  orderId: string,
  given: { password: string; passwordHash: string; may: (order: OrderRow) => boolean; from: From },
): Promise<Handed | undefined> {
  const order = await lockOrder(tx, deps.db.kind, orderId)
  if (!order || !given.may(order) || order.mailbox_id === null) return undefined
  const mailbox = await lockMailbox(tx, deps.db.kind, order.mailbox_id)
  // One that was put under an account since is that account's to look after.
  if (!mailbox || mailbox.status === 'stopped' || mailbox.owner_id !== null) return undefined
  const now = deps.clock.now()
  const { address, expires_at: expiresAt } = mailbox
  const ended = await deleteSessions(tx, { mailboxId: mailbox.id })
  await setMailboxPassword(tx, mailbox.id, given.passwordHash)
  await markCollected(tx, order.id, now)
  const token = await openMailboxSession(tx, mailbox.id, given.from, now)
  return { account: { address, password: given.password, token, expiresAt }, ended }
}

/** A password that did not exist before; the one who collects first gets it. */
export async function collect(deps: BuyDeps, order: OrderRow, from: From): Promise<Collected | undefined> {
  if (!isCollectable(order)) return undefined
  const drawn = await drawPassword(deps.passwords)
  const handed = await deps.db.transaction(tx =>
    handOver(tx, deps, order.id, { ...drawn, may: isCollectable, from }),
  )
  if (handed) await tellSessionsEnded(deps.db, handed.ended)
  return handed?.account
}

/** A forgotten mailbox password is replaced for whoever knows the query password. */
export async function resetPassword(deps: BuyDeps, { order, how }: Proved, from: From): Promise<Collected> {
  if (how !== 'password') throw new AppError('conflict', { msg: commerceWords.resetNeedsPassword })
  const cannot = () => new AppError('conflict', { msg: commerceWords.cannotReset })
  if (!isDelivered(order)) throw cannot()
  await countReset(deps, order.id)
  const drawn = await drawPassword(deps.passwords)
  const handed = await deps.db.transaction(tx =>
    handOver(tx, deps, order.id, { ...drawn, may: isDelivered, from }),
  )
  if (!handed) throw cannot()
  await tellSessionsEnded(deps.db, handed.ended)
  return handed.account
}
