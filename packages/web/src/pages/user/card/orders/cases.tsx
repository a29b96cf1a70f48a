/** Money matters that wait for a person, newest first; settled ones on request. */
import { useSearchParams } from 'react-router'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Chips } from '../../../../ui/chips.tsx'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { useTableQuery } from '../../../../ui/table-query.ts'
import { CaseEntry } from './case-entry.tsx'
import styles from './cases.module.css'
import { OrderDrawer } from './order-drawer.tsx'
import { useCases } from './queries.ts'

export function Cases() {
  const table = useTableQuery()
  const [params] = useSearchParams()
  const all = table.filter('show', ['all']) === 'all'
  const { data, error, refetch } = useCases(table, !all)
  const open = (id: string | null) => table.change({ open: id, page: String(table.page) })
  return (
    <>
      <div className={styles.tools}>
        <Chips
          label="筛选"
          items={[
            { name: 'open', label: '没处理的' },
            { name: 'all', label: '全部' },
          ]}
          active={all ? 'all' : 'open'}
          onChange={name => table.change({ show: name === 'all' ? 'all' : null })}
        />
      </div>
      {!data && !error && <Bones />}
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <Empty
          drawing={<Drawing of="orders" />}
          text={all ? '还没有过要人处理的事。' : '没有要处理的事。收到的钱都有着落，支付通知也都正常。'}
        />
      )}
      {data && data.list.length > 0 && (
        <ul aria-label="待处理的事">
          {data.list.map(entry => (
            <CaseEntry key={entry.id} entry={entry} maySettle onOrder={open} />
          ))}
        </ul>
      )}
      {data && <Pager query={table} total={data.total} />}
      <OrderDrawer id={params.get('open')} onClose={() => open(null)} onAct={null} />
    </>
  )
}
