/** Says whose mailbox is open, why, and how long it stays so. */
import type { Look } from '@yanshu/contract'
import { Eye, LogOut } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { whoseBox } from './look-url.ts'
import styles from './look-view.module.css'
import { reasonNames } from './words.ts'

/** 12:41 */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

const reasonOf = ({ reason, words }: Look): string =>
  [reason === null ? '' : reasonNames[reason], words].filter(text => text !== '').join('，') || '没有写'

type LookBandProps = { look: Look; now: Date; leaving: boolean; onLeave: () => void }

export function LookBand({ look, now, leaving, onLeave }: LookBandProps) {
  const { ownerName, address, until } = look
  return (
    <section className={styles.band} aria-label="正在查看别人的邮箱">
      <Eye aria-hidden />
      <p className={styles.says}>
        这是<b>{whoseBox(ownerName)}</b>的邮箱 <span className="mono">{address}</span>
      </p>
      <span className={styles.tag}>只看，不能改</span>
      <span className={cx(styles.why, 'clip')} title={reasonOf(look)}>
        理由：{reasonOf(look)}
      </span>
      <span className="grow" />
      <span className={styles.left} role="timer">
        还有 <time>{clockText((Date.parse(until) - now.getTime()) / 1000)}</time>
      </span>
      <Button className={styles.out ?? ''} busy={leaving} icon={<LogOut aria-hidden />} onClick={onLeave}>
        离开
      </Button>
    </section>
  )
}
