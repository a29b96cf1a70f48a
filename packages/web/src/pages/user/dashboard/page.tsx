/**
 * /user/dashboard: what happened today, in 7 or in 30 days, for a mailbox, an account or the whole site. The span is in the
 * URL. Parts that the answer does not have are not shown.
 */
import type { Dashboard } from '@yanshu/contract'
import { useSearchParams } from 'react-router'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { ErrorState } from '../../../api/error-state.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Bones } from '../../../ui/states.tsx'
import { Arrivals } from './arrivals.tsx'
import { Figures } from './figures.tsx'
import { Guide } from './guide/guide.tsx'
import { Nodes } from './nodes.tsx'
import styles from './page.module.css'
import { type Span, spans, useDashboard } from './queries.ts'
import { Mailboxes, Reasons, Selling, Senders, Sending, Storage } from './sections.tsx'
import { Speed } from './speed.tsx'
import { rangeText } from './words.ts'

const spanItems = [
  { name: '1', label: '今天' },
  { name: '7', label: '7 天' },
  { name: '30', label: '30 天' },
] as const

export function Component() {
  const [params, setParams] = useSearchParams()
  const span = spans.find(name => name === params.get('days')) ?? '7'
  const { data, error, isError, refetch } = useDashboard(span)
  return (
    <PageSheet
      title="总览"
      actions={
        <>
          {data && <span className="small muted">{rangeText(data.from, data.to)}</span>}
          <Segmented
            label="时间范围"
            items={spanItems}
            active={span}
            onChange={next => setParams(next === '7' ? {} : { days: next }, { replace: true })}
          />
        </>
      }
    >
      {data ? (
        <Shown data={data} span={span} />
      ) : isError ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Bones lines={8} />
      )}
    </PageSheet>
  )
}

function Shown({ data, span }: { data: Dashboard; span: Span }) {
  const isAdmin = data.scope === 'admin'
  return (
    <>
      {isAdmin && <Guide />}
      <Figures data={data} span={span} />
      <div className={styles.upper}>
        <Arrivals data={data} />
        {isAdmin ? <Speed speed={data.speed} /> : <Reasons data={data} />}
      </div>
      <div className={styles.lower}>
        {data.sending && <Sending sending={data.sending} />}
        <Senders data={data} />
        {isAdmin && <Reasons data={data} />}
        <div className={styles.stack}>
          <Storage data={data} />
          {data.mailboxes && <Mailboxes mailboxes={data.mailboxes} />}
        </div>
        {data.selling && <Selling selling={data.selling} />}
      </div>
      {data.nodes && <Nodes nodes={data.nodes} />}
    </>
  )
}
