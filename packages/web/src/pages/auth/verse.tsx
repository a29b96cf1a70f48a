import { Brand } from '../../account/brand.tsx'
import { paths } from '../../site/paths.ts'
import styles from './verse.module.css'

const GOOSE = 'M0 0c3-1.5 6-1 8.5 2C11-1.5 14.5-2 18-.6 14.5 0 11.5 2 9 5.5 7 2.5 4 .5 0 0z'

/** Place, size and shade of each goose, from the leader back along both sides. */
const flock = [
  [112, 8, 1.25, 0.9],
  [92, 26, 1, 0.8],
  [72, 40, 0.9, 0.7],
  [52, 52, 0.8, 0.6],
  [34, 62, 0.7, 0.5],
  [140, 24, 1, 0.8],
  [160, 36, 0.9, 0.66],
  [178, 46, 0.8, 0.55],
] as const

/** Letter paper with one line of verse. */
export function Verse() {
  return (
    <aside className={styles.verse} aria-label="雁书">
      <div className={styles.sheet}>
        <Brand to={paths.home} className={styles.brand ?? ''} />
        <svg className={styles.geese} aria-hidden="true" viewBox="0 0 220 100">
          {flock.map(([x, y, scale, shade]) => (
            <path key={x} transform={`translate(${x} ${y}) scale(${scale})`} opacity={shade} d={GOOSE} />
          ))}
        </svg>
        <p className={styles.line}>云中谁寄锦书来</p>
        <p className={styles.line}>雁字回时</p>
        <p className={styles.line}>月满西楼</p>
        <small className={styles.poet}>李清照</small>
      </div>
    </aside>
  )
}
