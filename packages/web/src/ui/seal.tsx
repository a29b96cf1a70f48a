/** A verification code that looks like a seal. A tap copies it. The code is never cut. */
import { Copied } from './copied.tsx'
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
    <Tip text="复制" off={copied}>
      <button
        type="button"
        className={classes}
        aria-label={`复制验证码 ${code}${state === 'expired' ? '，已过期' : ''}${copied ? '，已复制' : ''}`}
        onClick={event => {
          event.preventDefault()
          event.stopPropagation()
          copy(code)
        }}
      >
        {size === 'large' ? <Figures code={code} /> : code}
        <Copied copied={copied} place={size === 'large' ? 'edge' : 'cover'} />
      </button>
    </Tip>
  )
}

/**
 * Returns the group starts: codes of six or more figures are grouped in threes if that divides evenly; other
 * codes are one group.
 */
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
