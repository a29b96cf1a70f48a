/** Every day a bar of three parts: passed, forwarded, failed; or the same as a table. */
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { numberText } from '../../../../ui/number-text.ts'
import styles from './reports.module.css'
import { type DomainReports, dayOf, sum } from './words.ts'

const height = 136
const width = 852

/** The smallest round figure that is not below, and has round thirds. */
function ceiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const round = [1.2, 1.5, 3, 4.5, 6, 9].find(step => step * power >= most) ?? 12
  return power === 1 ? Math.max(3, Math.ceil(round / 3) * 3) : round * power
}

type Parts = Pick<DomainReports, 'since' | 'passed' | 'forwarded' | 'failed'>

export function DayChart({ since, passed, forwarded, failed }: Parts) {
  const [table, setTable] = useState(false)
  const series = [
    { name: '通过', className: styles.pass, values: passed },
    { name: '转发', className: styles.forward, values: forwarded },
    { name: '没通过', className: styles.fail, values: failed },
  ]
  const days = passed.map((_, index) => ({ index, day: dayOf(since, index) }))
  return (
    <section className={styles.part} aria-label="每天以你的名义发出的信">
      <header>
        <h3>每天以你的名义发出的信</h3>
        <ul className={styles.legend}>
          {series.map(({ name, className, values }) => (
            <li key={name}>
              <i className={className} />
              {name} {numberText(sum(values))}
            </li>
          ))}
        </ul>
        <span className="grow" />
        <Button kind="quiet" size="small" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? '看图' : '看表格'}
        </Button>
      </header>
      {table ? (
        <div className={styles.wide}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">日期</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className={styles.num}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ index, day }) => (
                <tr key={day}>
                  <td>{day}</td>
                  {series.map(({ name, values }) => (
                    <td key={name} className={styles.num}>
                      {numberText(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Bars days={days} series={series} />
      )}
    </section>
  )
}

type BarsProps = {
  days: readonly { index: number; day: string }[]
  series: readonly { name: string; className: string | undefined; values: readonly number[] }[]
}

function Bars({ days, series }: BarsProps) {
  const totals = days.map(({ index }) => sum(series.map(({ values }) => values[index] ?? 0)))
  const top = ceiling(Math.max(0, ...totals))
  const step = width / days.length
  const every = Math.max(1, Math.round(days.length / 4))
  return (
    <div className={styles.plot}>
      <svg viewBox="0 0 892 168" role="img" aria-label={`${days.length} 天，每天一柱`}>
        {[0, 1 / 3, 2 / 3, 1].map(share => {
          const y = height + 4 - share * 130
          return (
            <g key={share}>
              <path className={styles.line} d={`M40 ${y}H892`} />
              <text x="30" y={y + 4} textAnchor="end">
                {numberText(Math.round(top * share))}
              </text>
            </g>
          )
        })}
        {days.map(({ index, day }) => {
          const x = 40 + index * step + step * 0.14
          let y = height + 4
          return (
            <g key={day} className={styles.day}>
              <title>{`${day}：${series.map(({ name, values }) => `${name} ${numberText(values[index] ?? 0)}`).join('，')}`}</title>
              <rect x={40 + index * step} y="4" width={step} height={height} fill="transparent" />
              {series.map(({ name, className, values }) => {
                const count = values[index] ?? 0
                const tall = count === 0 ? 0 : Math.max(2, (130 * count) / top)
                y -= tall
                return (
                  <rect
                    key={name}
                    className={cx(className)}
                    x={x}
                    y={y}
                    width={step * 0.72}
                    height={Math.max(0, tall - 0.5)}
                  />
                )
              })}
              {index % every === 0 && (
                <text x={40 + (index + 0.5) * step} y="160" textAnchor="middle">
                  {day}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
