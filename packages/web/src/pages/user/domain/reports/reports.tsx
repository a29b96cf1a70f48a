/** What receivers report about a domain: a verdict, the days, the sources, and encryption on the way here. */
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { shortTime } from '../../../../ui/time-text.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { DayChart } from './day-chart.tsx'
import { useDomainReports } from './queries.ts'
import styles from './reports.module.css'
import { SourceList } from './source-list.tsx'
import { TlsTable } from './tls-table.tsx'
import { type DomainReports, headline } from './words.ts'

const spans = [
  { name: '7', label: '7 天' },
  { name: '30', label: '30 天' },
  { name: '90', label: '90 天' },
] as const
type Days = (typeof spans)[number]['name']

export function Reports({ id }: { id: string }) {
  const [days, setDays] = useState<Days>('30')
  const reports = useDomainReports(id, days)
  if (reports.isError && !reports.data)
    return <ErrorState error={reports.error} retry={() => void reports.refetch()} />
  if (!reports.data) return <Bones lines={8} />
  return (
    <Loaded
      reports={reports.data}
      choice={<Segmented label="时间范围" items={spans} active={days} onChange={setDays} />}
    />
  )
}

function Loaded({ reports, choice }: { reports: DomainReports; choice: ReactNode }) {
  const now = useNow(60_000)
  const { lead, rest } = headline(reports)
  if (reports.reports === 0)
    return (
      <>
        <div className={styles.verdict}>
          <p className="muted">收信方多半每天寄一份，设好 DMARC 和 TLS 报告这两条记录，一两天后就有。</p>
          {choice}
        </div>
        <Empty drawing={<Drawing of="domains" />} text="这些天还没有收到报告。" />
      </>
    )
  return (
    <>
      <div className={styles.verdict}>
        <div>
          <h3>{lead}</h3>
          <p>{rest}</p>
        </div>
        {choice}
      </div>
      {reports.sources.length > 0 && (
        <>
          <DayChart {...reports} />
          <SourceList sources={reports.sources} otherMails={reports.otherMails} />
        </>
      )}
      {reports.tls.length > 0 && <TlsTable hosts={reports.tls} />}
      <p className={styles.foot}>
        {reports.orgs.length} 家收信方寄来 {reports.reports} 份报告
        {reports.lastAt !== null && `，最近一份来自 ${reports.lastOrg}（${shortTime(reports.lastAt, now)}）`}
        。不寄报告的邮局看不到，实际的数会更大。原信在 postmaster 邮箱的回收站里。
      </p>
    </>
  )
}
