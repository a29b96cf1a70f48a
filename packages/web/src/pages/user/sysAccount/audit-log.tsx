/** Lists the acts of admins, newest first. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { type DataColumn, DataTable } from '../../../api/data-table.tsx'
import { cx } from '../../../ui/cx.ts'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { ShortText } from '../../../ui/short-text.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTableQuery } from '../../../ui/table-query.ts'
import { TableTools } from '../../../ui/table-tools.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { TimeLine } from '../../../ui/time-line.tsx'
import styles from './account-columns.module.css'
import { useAuditLog } from './queries.ts'

type Entry = AnswerOf<Calls['getAuditLog']>['list'][number]

const columns: DataColumn<Entry>[] = [
  { key: 'at', title: '时间', width: 150, render: (_, entry) => <TimeText full at={entry.at} /> },
  { key: 'actor', title: '谁', render: (_, entry) => <ShortText most={140} text={entry.actorName} /> },
  { key: 'action', title: '做了什么', render: (_, entry) => entry.act },
  {
    key: 'target',
    title: '对象',
    render: (_, entry) => <ShortText most={200} className="mono" text={entry.target} />,
  },
  {
    key: 'detail',
    title: '详情',
    render: (_, entry) => <span className={cx('muted', styles.detail)}>{entry.detail}</span>,
  },
  { key: 'client', title: '来自', render: (_, entry) => <span className="mono muted">{entry.client}</span> },
]

/** Which mail was read is told, never its subject or its text. */
function Parts({ entry }: { entry: Entry }) {
  const { at, act, detail, parts } = entry
  return <TimeLine label={`${act}的经过`} steps={[{ at, detail }, ...parts]} />
}

export function AuditLog() {
  const table = useTableQuery()
  const result = useAuditLog(table)
  return (
    <>
      <TableTools
        query={table}
        searchLabel="搜人、对象、详情"
        summary={result.data && `共 ${result.data.total.toLocaleString('zh-CN')} 条`}
      />
      <DataTable
        label="操作记录"
        query={table}
        result={result}
        columns={columns}
        more={entry => entry.parts.length > 0 && <Parts entry={entry} />}
        phone={entry => (
          <div className={styles.name}>
            <b>{entry.act}</b>
            <small>
              {entry.actorName} → {entry.target}
            </small>
            {entry.detail && <small>{entry.detail}</small>}
            <small>
              <TimeText full at={entry.at} /> · {entry.client}
            </small>
            {entry.parts.length > 0 && (
              <details>
                <summary className="small">一步步的经过</summary>
                <Parts entry={entry} />
              </details>
            )}
          </div>
        )}
        empty={
          <Empty
            drawing={<Drawing of={table.q ? 'search' : 'log'} />}
            text={
              table.q
                ? '没有找到这样的记录。'
                : '还没有记录。管理员的每次改动、每次查看别人的邮箱都会记在这里。'
            }
          />
        }
      />
    </>
  )
}
