/**
 * Shows a lifetime that is running out, as a ring like a postmark. It moves each second; below a tenth it
 * turns amber.
 */

import { countdownParts } from './countdown-text.ts'
import { cx } from './cx.ts'
import styles from './ring.module.css'
import { useNow } from './use-now.ts'

type RingProps = {
  from: string
  /** The time of the end; null means never. */
  until: string | null
  size?: 'large' | 'medium' | 'small'
}

const RADIUS = 46
const AROUND = 2 * Math.PI * RADIUS

export function ringShare(from: string, until: string | null, now: Date): number {
  if (until === null) return 1
  const whole = Date.parse(until) - Date.parse(from)
  const left = Date.parse(until) - now.getTime()
  return whole <= 0 ? 0 : Math.max(0, Math.min(1, left / whole))
}

export function Ring({ from, until, size = 'large' }: RingProps) {
  const now = useNow(1_000)
  const share = ringShare(from, until, now)
  const left = until === null ? null : (Date.parse(until) - now.getTime()) / 1_000
  const [words, rest = ''] = left === null ? ['长期'] : left <= 0 ? ['已失效'] : countdownParts(left)
  const stroke = size === 'small' ? 12 : 4
  return (
    <div
      className={cx(
        styles.ring,
        size !== 'large' && styles[size],
        until !== null && share < 0.1 && styles.waiting,
      )}
      role="timer"
      aria-label={
        left === null
          ? '长期有效'
          : left <= 0
            ? '已失效'
            : `${[words, rest].filter(Boolean).join(' ')} 后失效`
      }
    >
      <svg viewBox="0 0 104 104" aria-hidden="true">
        {size !== 'small' && <circle className={styles.inner} cx="52" cy="52" r="39.5" strokeWidth="1" />}
        <circle className={styles.track} cx="52" cy="52" r={RADIUS} strokeWidth={stroke} />
        {share > 0 && (
          <circle
            className={styles.value}
            cx="52"
            cy="52"
            r={RADIUS}
            strokeWidth={stroke}
            strokeDasharray={`${share * AROUND} ${AROUND}`}
            transform="rotate(-90 52 52)"
          />
        )}
      </svg>
      {size !== 'small' && (
        <div aria-hidden="true">
          <b>{words}</b>
          {size === 'large' ? (
            <small>{left === null ? '不失效' : left <= 0 ? '不再收信' : `${rest}后失效`}</small>
          ) : (
            rest !== '' && <small>{rest}</small>
          )}
        </div>
      )}
    </div>
  )
}
