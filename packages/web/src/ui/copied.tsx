import styles from './copied.module.css'
import { cx } from './cx.ts'

type CopiedProps = {
  copied: boolean
  /** In its place, at its right end, or on its upper edge: always within what is seen of the copied thing. */
  place: 'cover' | 'end' | 'edge'
}

/** Says 已复制 where the eye is, on the thing that was copied. Stands inside its button, which is positioned. */
export function Copied({ copied, place }: CopiedProps) {
  return (
    <span className={cx(styles.copied, styles[place])} aria-live="polite">
      {copied ? '已复制' : ''}
    </span>
  )
}
