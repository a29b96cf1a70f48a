import { cx } from './cx.ts'
import styles from './short-text.module.css'

type ShortTextProps = {
  text: string
  /** The greatest width in pixels. */
  most: number
  className?: string
}

/**
 * A table value that may be long: it is cut at its end, so that the other columns stay visible, and its title
 * has the whole text.
 */
export function ShortText({ text, most, className }: ShortTextProps) {
  return (
    <span className={cx('clip', styles.short, className)} style={{ maxWidth: most }} title={text}>
      {text}
    </span>
  )
}
