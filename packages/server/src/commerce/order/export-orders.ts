/** Orders as a table for spreadsheets. */
import { isoTime } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { csvDocument } from '../csv.ts'
import { decimal } from '../payment/money.ts'
import { orderScope, shownOrder, stateNames, wayNames } from './order.ts'
import { type OrderFilter, type OrderSort, tableOfOrders } from './repository.ts'

export const maxExported = 50_000
const portion = 1000

const headings = [
  ...['订单号', '状态', '类型', '地址', '套餐', '天数', '应付（元）', '已收（元）', '已退（元）'],
  ...['手机号', '付款方式', '通道', '交易号', '下单时间', '付款时间', '开通时间', '备注'],
]

const time = (at: number | null): string => (at === null ? '' : isoTime(at))

export async function exportOrders(
  deps: { db: Db },
  caller: AccountCaller,
  filter: OrderFilter,
  sort: OrderSort,
): Promise<string> {
  const rows: (string | number)[][] = [headings]
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
          stateNames[row.status],
          row.renew === 1 ? '续费' : '新购',
          row.address,
          row.plan_name,
        ],
        ...[row.days ?? '永久', decimal(row.price), decimal(row.paid), decimal(row.refunded), phone],
        ...[wayNames[row.way], row.channel, row.trade_no, time(row.created_at), time(row.paid_at)],
        ...[time(row.done_at), row.note],
      ])
    }
    if (orders.length < portion) break
  }
  return csvDocument(rows)
}
