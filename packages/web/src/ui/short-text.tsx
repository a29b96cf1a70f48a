import { cx } from './cx.ts'
import styles from './short-text.module.css'

type ShortTextProps = {
  text: string
  /** Pixels that it may take. */
  most: number
  className?: string
}

/** A value in a table that may be long: cut at its end, so that the other columns stay in sight; whole when pointed at. */
export function ShortText({ text, most, className }: ShortTextProps) {
  return (
    <span className={cx('clip', styles.short, className)} style={{ maxWidth: most }} title={text}>
      {text}
    </span>
  )
}
