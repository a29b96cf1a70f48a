/** Orders as a table for spreadsheets. */
import { csvDocument } from '@yanshu/contract/csv'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { isoTime } from '../../kernel/clock.ts'
import { decimal } from '../format/money.ts'
import { commerceWords } from '../words/words.ts'
import { orderScope, shownOrder } from './order.ts'
import { type OrderFilter, type OrderSort, tableOfOrders } from './repository.ts'

export const maxExported = 50_000
const portion = 1000

const time = (at: number | null): string => (at === null ? '' : isoTime(at))

export async function exportOrders(
  deps: { db: Db },
  caller: AccountCaller,
  filter: OrderFilter,
  sort: OrderSort,
): Promise<string> {
  const rows: (string | number)[][] = [[...commerceWords.orderHeadings]]
  for (let offset = 0; offset < maxExported; offset += portion) {
    const orders = await tableOfOrders(deps.db.query, orderScope(caller), filter, {
      ...sort,
      offset,
      limit: portion,
    })
    for (const row of orders) {
      const { phone } = shownOrder(row, caller)
      rows.push([
        ...[
          row.order_no,
          commerceWords.stateNames[row.status],
          commerceWords.orderKind(row.renew === 1),
          row.address,
          row.plan_name,
        ],
        ...[
          row.days ?? commerceWords.forGood,
          decimal(row.price),
          decimal(row.paid),
          decimal(row.refunded),
          phone,
        ],
        ...[
          commerceWords.wayNames[row.way],
          row.channel,
          row.trade_no,
          time(row.created_at),
          time(row.paid_at),
        ],
        ...[time(row.done_at), row.note],
      ])
    }
    if (orders.length < portion) break
  }
  return csvDocument(rows)
}
