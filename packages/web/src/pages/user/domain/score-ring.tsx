/** The score of a domain or of the server, set like a postmark. */
import { cx } from '../../../ui/cx.ts'
import styles from './score-ring.module.css'
import { scoreTone } from './words.ts'

const RADIUS = 46
const AROUND = 2 * Math.PI * RADIUS

export function ScoreRing({ score }: { score: number | null }) {
  const words = score === null ? '—' : String(score)
  return (
    <div
      className={cx(styles.ring, styles[scoreTone(score)])}
      role="img"
      aria-label={score === null ? '送达分：还没有' : `送达分 ${score}，满分 100`}
    >
      <svg viewBox="0 0 104 104" aria-hidden="true">
        <circle className={styles.inner} cx="52" cy="52" r="39.5" strokeWidth="1" />
        <circle className={styles.track} cx="52" cy="52" r={RADIUS} strokeWidth="4" />
        {score !== null && score > 0 && (
          <circle
            className={styles.value}
            cx="52"
            cy="52"
            r={RADIUS}
            strokeWidth="4"
            strokeDasharray={`${(score / 100) * AROUND} ${AROUND}`}
            transform="rotate(-90 52 52)"
          />
        )}
      </svg>
      <div aria-hidden="true">
        <b>{words}</b>
        <small>送达分</small>
      </div>
    </div>
  )
}
