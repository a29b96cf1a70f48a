/** The dashboard's part about selling; a mailbox sees nothing of it, because it sells nothing. */
import type { Db } from '../../database/types.ts'
import type { Section } from '../../ledger/tally/section.ts'
import { commerceFigures } from './figures.ts'

export const sellingSection =
  (db: Db): Section =>
  async (scope, { from, to }) => {
    if (scope.kind === 'mailbox') return {}
    const { figures } = await commerceFigures(db, scope, { from, to })
    const { orders, paidOrders, revenue, cardsUsed, openCases } = figures
    return { selling: { orders, paid: paidOrders, revenueCents: revenue, cardsUsed, openCases } }
  }
