/** A verification code, set like a seal. A tap copies it. The code is never cut. */
import { cx } from './cx.ts'
import styles from './seal.module.css'
import { Tip } from './tip.tsx'
import { useCopy } from './use-copy.ts'

export type SealState = 'fresh' | 'read' | 'expired'

type SealProps = {
  code: string
  size?: 'small' | 'large'
  state?: SealState
  arrived?: boolean
  className?: string
}

export function Seal({ code, size = 'small', state = 'fresh', arrived = false, className }: SealProps) {
  const { copied, copy } = useCopy()
  const classes = cx(
    styles.seal,
    styles[size],
    state !== 'fresh' && styles[state],
    copied && styles.copied,
    arrived && styles.arrived,
    className,
  )
  return (
    <Tip text={copied ? '已复制' : '复制'}>
      <button
        type="button"
        className={classes}
        aria-label={`复制验证码 ${code}${state === 'expired' ? '，已过期' : ''}`}
        onClick={event => {
          event.preventDefault()
          event.stopPropagation()
          copy(code)
        }}
      >
        {size === 'large' ? <Figures code={code} /> : code}
        <span className="sr" aria-live="polite">
          {copied ? '已复制' : ''}
        </span>
      </button>
    </Tip>
  )
}

/** Six or more figures stand in threes; other codes in one group. */
export function groupStarts(code: string): number[] {
  return code.length >= 6 && code.length % 3 === 0
    ? Array.from({ length: code.length / 3 - 1 }, (_, group) => (group + 1) * 3)
    : []
}

function Figures({ code }: { code: string }) {
  const starts = groupStarts(code)
  const figures = Array.from(code, (figure, place) => ({ figure, place }))
  return (
    <span className={styles.frame}>
      {figures.map(({ figure, place }) => (
        <b key={place} className={cx(styles.figure, starts.includes(place) && styles.gap)}>
          {figure}
        </b>
      ))}
    </span>
  )
}
