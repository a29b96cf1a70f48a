import type { Dashboard } from '@yanshu/contract'
import { numberText } from '../../../ui/number-text.ts'
import styles from './figures.module.css'
import type { Span } from './queries.ts'
import { compareText, moneyText, shareText } from './words.ts'

type Figure = { name: string; value: string; unit?: string; says: string; line: number[] }

const lineOf = (data: Dashboard, name: string): number[] =>
  (data.series.find(series => series.name === name)?.points ?? [])
    .filter(point => Date.parse(point.at) <= Date.now())
    .map(point => point.value)

/** The figures of this scope, each with a word that sets it in relation. */
function figuresOf(data: Dashboard, span: Span): Figure[] {
  const of = (name: string) => data.figures[name] ?? 0
  const compared = (name: string) => compareText(of(name), data.before[name] ?? 0, span)
  const { sending, selling, mailboxes } = data
  return [
    {
      name: '收信',
      value: numberText(of('received')),
      unit: '封',
      says: compared('received'),
      line: lineOf(data, 'received'),
    },
    {
      name: '取出验证码',
      value: numberText(of('codes')),
      unit: '个',
      says: of('received') === 0 ? compared('codes') : `占来信 ${shareText(of('codes'), of('received'))}`,
      line: lineOf(data, 'codes'),
    },
    ...(sending
      ? [
          {
            name: '发信',
            value: numberText(sending.sent),
            unit: '封',
            says:
              sending.sent === 0
                ? '还没有'
                : `送达 ${shareText(sending.delivered, sending.delivered + sending.failed + sending.deferred)}`,
            line: lineOf(data, 'sent'),
          },
        ]
      : []),
    {
      name: '拒收',
      value: numberText(of('refused')),
      unit: '封',
      says: compared('refused'),
      line: lineOf(data, 'refused'),
    },
    ...(mailboxes
      ? [
          {
            name: '新邮箱',
            value: numberText(of('created')),
            unit: '个',
            says: `此刻在用 ${numberText(mailboxes.active)}`,
            line: lineOf(data, 'created'),
          },
        ]
      : []),
    ...(selling
      ? [
          {
            name: '订单',
            value: moneyText(selling.revenueCents),
            says: `${numberText(selling.paid)} 笔已付，共下单 ${numberText(selling.orders)} 笔`,
            line: lineOf(data, 'revenue'),
          },
        ]
      : []),
  ]
}

export function Figures({ data, span }: { data: Dashboard; span: Span }) {
  return (
    <dl className={styles.figures}>
      {figuresOf(data, span).map(({ name, value, unit, says, line }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>
            {value}
            {unit && <small>{unit}</small>}
          </dd>
          <dd className={styles.says}>{says}</dd>
          <dd className={styles.line} aria-hidden="true">
            <Sparkline values={line} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const [WIDTH, HEIGHT, PAD] = [124, 30, 4]

/** The course of a figure, without numbers: those are beside it. */
function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * (WIDTH - PAD)
    const y = HEIGHT - PAD - (value / most) * (HEIGHT - 2 * PAD)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const [x = '0', y = '0'] = (points.at(-1) ?? '').split(',')
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
      <path d={`M${x} ${y}h.01`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
