/** The table of orders, its totals, what happened to each, and what an operator can do about one. */
import type { OrderRow } from '@yanshu/contract'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnDomains } from '../../../../account/catalogue/queries.ts'
import { reasonOf } from '../../../../api/api-error.ts'
import { DataTable } from '../../../../api/data-table.tsx'
import { saveBlob } from '../../../../mail/view/save-blob.ts'
import { userPath } from '../../../../site/paths.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { DateFilter } from '../../../../ui/date-filter.tsx'
import { readSpan } from '../../../../ui/day-span.ts'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { yuanText } from '../../../../ui/money.ts'
import { Empty } from '../../../../ui/states.tsx'
import { useTableQuery } from '../../../../ui/table-query.ts'
import { TableTools } from '../../../../ui/table-tools.tsx'
import { showError } from '../../../../ui/toast.ts'
import { ActDialog, type Asked } from './act-dialog.tsx'
import { type OrderActions, orderColumns, PhoneOrder } from './order-columns.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import styles from './orders.module.css'
import { exportedOrders, isNarrowed, orderFilters, useOrders } from './queries.ts'

export function Orders({ isAdmin }: { isAdmin: boolean }) {
  const table = useTableQuery()
  const [params] = useSearchParams()
  const { data: domains = [] } = useOwnDomains()
  const span = readSpan(params)
  const view = { table, span, domainId: domains.find(({ id }) => id === params.get('domain'))?.id ?? null }
  const result = useOrders(view)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [saving, setSaving] = useState(false)
  const opened = params.get('open')
  const open = (id: string | null) => table.change({ open: id, page: String(table.page) })
  const actions: OrderActions = {
    onOpen: row => open(row.id),
    onAct: isAdmin ? (act, row) => setAsked({ act, row }) : null,
  }
  const save = async () => {
    setSaving(true)
    try {
      saveBlob(await exportedOrders(view), `订单-${dayjs().format('YYYYMMDD-HHmm')}.csv`)
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setSaving(false)
    }
  }
  const sums = result.data?.sums
  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜订单号、地址、手机号"
        filters={orderFilters(domains)}
        more={<DateFilter label="下单日期" span={span} onChange={table.change} />}
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 单`}
      />
      {sums && (
        <div className={styles.sums}>
          <dl>
            <div>
              <dt>收款</dt>
              <dd>{yuanText(sums.revenue)}</dd>
            </div>
            <div>
              <dt>付过款</dt>
              <dd>{sums.paid.toLocaleString('zh-CN')} 单</dd>
            </div>
            <div>
              <dt>待支付</dt>
              <dd>{sums.pending.toLocaleString('zh-CN')} 单</dd>
            </div>
          </dl>
          <Button size="small" icon={<Download aria-hidden />} busy={saving} onClick={() => void save()}>
            导出 CSV
          </Button>
        </div>
      )}
      <DataTable<OrderRow>
        label="订单"
        query={table}
        result={result}
        columns={orderColumns(actions)}
        phone={row => <PhoneOrder row={row} {...actions} />}
        empty={
          isNarrowed(view) ? (
            <Empty drawing={<Drawing of="search" />} text="没有符合条件的订单，换个词或去掉筛选试试。" />
          ) : (
            <Empty
              drawing={<Drawing of="orders" />}
              text="还没有订单。给域名加上套餐并设为出售，买家就能在商店下单。"
            >
              <ButtonLink size="small" to={`${userPath('card')}?tab=plans`}>
                去加套餐
              </ButtonLink>
            </Empty>
          )
        }
      />
      <OrderDrawer
        id={opened}
        onClose={() => open(null)}
        onAct={isAdmin ? (act, row) => setAsked({ act, row }) : null}
      />
      <ActDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
