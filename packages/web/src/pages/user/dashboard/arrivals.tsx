/** Arrivals over time, as bars or as the table behind them. The chart itself loads when it is shown. */
import type { Dashboard } from '@yanshu/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { Bones } from '../../../ui/states.tsx'
import type { BarSeries } from './bar-series.ts'
import { NoBars } from './no-bars.tsx'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { pointText } from './words.ts'

const Bars = lazy(() => import('./bars.tsx'))

function seriesOf(data: Dashboard): BarSeries[] {
  const of = (name: string) =>
    data.series.find(series => series.name === name)?.points.map(point => point.value) ?? []
  const spam = of('spam')
  return [
    { name: '收下', color: '--chart-1', values: of('received').map((value, at) => value - (spam[at] ?? 0)) },
    { name: '垃圾', color: '--chart-2', values: spam },
    { name: '拒收', color: '--chart-3', values: of('refused') },
  ]
}

export function Arrivals({ data }: { data: Dashboard }) {
  const [asTable, setAsTable] = useState(false)
  const series = seriesOf(data)
  const none = series.every(({ values }) => values.every(value => value === 0))
  const times = data.series[0]?.points.map(point => point.at) ?? []
  return (
    <Section
      title="来信"
      beside={
        <>
          <ul className={styles.legend}>
            {series.map(({ name, color }) => (
              <li key={name}>
                <i className={styles.dot} style={{ background: `var(${color})` }} />
                {name}
              </li>
            ))}
          </ul>
          <span className="grow" />
          <Button kind="link" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? '看图' : '看表格'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <div className={styles.table}>
          <table aria-label="来信">
            <thead>
              <tr>
                <th scope="col">时间</th>
                {series.map(({ name }) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((at, row) => (
                <tr key={at}>
                  <td>{pointText(at, data.stepMinutes)}</td>
                  {series.map(({ name, values }) => (
                    <td key={name}>{numberText(values[row] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={styles.plot}>
          {none ? (
            <NoBars
              text="这段时间没有来信"
              ends={[
                pointText(data.from, data.stepMinutes),
                pointText(times.at(-1) ?? data.from, data.stepMinutes),
              ]}
            />
          ) : (
            <Suspense fallback={<Bones lines={5} />}>
              <Bars
                label="来信，按时间的柱状图；旁边的按钮换成表格"
                times={times}
                stepMinutes={data.stepMinutes}
                series={series}
              />
            </Suspense>
          )}
        </div>
      )}
    </Section>
  )
}
