import { cx } from '../../../ui/cx.ts'
import { sizeText } from '../../../ui/size-text.ts'
import styles from './storage-bar.module.css'

const MB = 1_048_576

/** 512 → 512 MB, 2048 → 2 GB. */
export const roomText = (mb: number): string =>
  mb >= 1024 ? `${Number((mb / 1024).toFixed(1))} GB` : `${mb} MB`

/** Shows how much of its quota a mailbox uses. */
export function StorageBar({ usedBytes, quotaMb }: { usedBytes: number; quotaMb: number | null }) {
  const share = quotaMb === null ? 0 : quotaMb === 0 ? 1 : Math.min(1, usedBytes / (quotaMb * MB))
  const percent = Math.round(share * 100)
  return (
    <div className={styles.storage}>
      <span>
        {usedBytes === 0 ? '0' : sizeText(usedBytes)}
        <small className="muted"> / {quotaMb === null ? '不限' : roomText(quotaMb)}</small>
      </span>
      {quotaMb !== null && (
        <div
          className={cx(styles.meter, share >= 1 ? styles.bad : share >= 0.9 && styles.wait)}
          role="img"
          aria-label={`已用 ${percent}%`}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
