import type { AnswerOf, Calls } from '@yanshu/contract'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import styles from './usage-bars.module.css'

type Day = AnswerOf<Calls['getKey']>['usage'][number]

const dayText = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
const wordsOf = ({ day, calls, refused }: Day) =>
  `${dayText(day)}：${calls.toLocaleString('zh-CN')} 次${refused > 0 ? `，被拒 ${refused} 次` : ''}`

/** Calls by day: bars to see at a glance, the same as a table for those who want numbers. */
export function UsageBars({ days }: { days: readonly Day[] }) {
  const [asTable, setAsTable] = useState(false)
  const most = Math.max(1, ...days.map(day => day.calls))
  return (
    <div>
      {asTable ? (
        <table className={styles.table}>
          <caption className="sr">每天的调用次数</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">调用</th>
              <th scope="col">被拒</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(day => (
              <tr key={day.day}>
                <th scope="row">{dayText(day.day)}</th>
                <td>{day.calls.toLocaleString('zh-CN')}</td>
                <td>{day.refused.toLocaleString('zh-CN')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ol className={styles.bars} aria-label="每天的调用次数">
          {days.map(day => (
            <li key={day.day} title={wordsOf(day)}>
              <span className="sr">{wordsOf(day)}</span>
              <i style={{ height: `${(day.calls / most) * 100}%` }} aria-hidden="true">
                <b style={{ height: day.calls === 0 ? 0 : `${(day.refused / day.calls) * 100}%` }} />
              </i>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.foot}>
        <span>{dayText(days[0]?.day ?? '')}</span>
        <Button size="small" kind="quiet" onClick={() => setAsTable(shown => !shown)}>
          {asTable ? '看图' : '看表格'}
        </Button>
        <span>{dayText(days.at(-1)?.day ?? '')}</span>
      </div>
    </div>
  )
}
