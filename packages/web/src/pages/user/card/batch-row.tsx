/** One batch in the list: its name, its worth, how far its codes are, and what can be done with all of it. */
import type { CardBatch } from '@yanshu/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TimeText } from '../../../ui/time.tsx'
import { dayText } from '../../../ui/time-text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { BatchMenu } from './batch-menu.tsx'
import styles from './batches.module.css'
import type { CardActs } from './card-acts.tsx'
import { batchName, batchTitle, domainsText, offerText } from './words.ts'

type Part = 'used' | 'sold' | 'left' | 'gone'
const partNames: Readonly<Record<Part, string>> = {
  used: '用掉',
  sold: '卖出还没用',
  left: '剩下',
  gone: '作废或过期',
}
const parts = Object.keys(partNames) as Part[]

const partsOf = ({ used, sold, left, revoked, expired }: CardBatch): Readonly<Record<Part, number>> => ({
  used,
  sold: sold - used,
  left,
  gone: revoked + expired,
})

export function Legend() {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {parts.map(part => (
        <li key={part}>
          <i className={styles[part]} />
          {partNames[part]}
        </li>
      ))}
    </ul>
  )
}

function Stack({ batch }: { batch: CardBatch }) {
  const counts = partsOf(batch)
  const there = parts.filter(part => counts[part] > 0)
  return (
    <div
      className={styles.stack}
      role="img"
      aria-label={there.map(part => `${partNames[part]} ${counts[part]}`).join('，')}
    >
      {there.map(part => (
        <i key={part} className={styles[part]} style={{ flexGrow: counts[part] }} />
      ))}
    </div>
  )
}

function Figure({
  name,
  count,
  wait,
  children,
}: {
  name: string
  count: number
  wait?: boolean
  children?: ReactNode
}) {
  return (
    <span className={cx(wait && styles.wait)}>
      {name}
      <b>{count.toLocaleString('zh-CN')}</b>
      {children}
    </span>
  )
}

function Figures({ batch }: { batch: CardBatch }) {
  const { made, sold, used, left, paused, revoked, expired, lasts } = batch
  const out = left === 0 && revoked + expired === 0
  return (
    <div className={styles.figures}>
      <Figure name="做了" count={made} />
      <Figure name="卖出" count={sold} />
      <Figure name="用掉" count={used} />
      <Figure name="剩下" count={left} wait={lasts !== null || out}>
        {lasts !== null && `，约够 ${lasts} 天`}
        {out && '，卖完了'}
        {paused > 0 && `，停用着 ${paused.toLocaleString('zh-CN')}`}
      </Figure>
      {revoked > 0 && <Figure name="作废" count={revoked} />}
      {expired > 0 && <Figure name="过期" count={expired} />}
    </div>
  )
}

type BatchRowProps = {
  batch: CardBatch
  open: boolean
  onToggle: () => void
  acts: CardActs
  /** The codes, asked for once it is open. */
  children: ReactNode
}

export function BatchRow({ batch, open, onToggle, acts, children }: BatchRowProps) {
  const now = useNow(600_000)
  const title = batchTitle(batch)
  const over = batch.sold === batch.used && batch.left === 0
  return (
    <li className={cx(styles.batch, open && styles.open, over && styles.over)}>
      <div className={styles.row}>
        <IconButton small label={open ? '收起' : '打开看卡密'} aria-expanded={open} onClick={onToggle}>
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        </IconButton>
        <div className={styles.name}>
          <button type="button" aria-expanded={open} title={title} onClick={onToggle}>
            <b className="clip">{title}</b>
          </button>
          <small>
            {batch.note !== '' && <span className="mono">{batchName(batch.id)}，</span>}
            {dayText(batch.createdAt, now)}做的
          </small>
        </div>
        <div className={styles.worth}>
          {offerText(batch)}
          <small className="clip" title={batch.domains.join('、')}>
            {domainsText(batch)}
            {batch.endsAt !== null && `，最晚 ${dayText(batch.endsAt, now)}`}
          </small>
        </div>
        <div className={styles.counts}>
          <Stack batch={batch} />
          <Figures batch={batch} />
        </div>
        <div className={styles.last}>
          {batch.lastUsedAt === null ? (
            <small>还没有人用</small>
          ) : (
            <>
              <TimeText at={batch.lastUsedAt} full />
              <small>最近一张用掉</small>
            </>
          )}
        </div>
        <BatchMenu batch={batch} acts={acts} />
      </div>
      {open && <div className={styles.inside}>{children}</div>}
    </li>
  )
}
