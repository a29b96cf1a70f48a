import { lazy, Suspense } from 'react'
import styles from './qr-stamp.module.css'

const QrFigure = lazy(async () => ({ default: (await import('./qr-figure.tsx')).QrFigure }))

/** A QR code as a stamp. `size` is the side of the code itself, and the stamp adds 24. */
export function QrStamp({ text, label, size = 136 }: { text: string; label: string; size?: number }) {
  return (
    <Suspense
      fallback={
        <div className={styles.stamp}>
          <div style={{ width: size, height: size }} />
        </div>
      }
    >
      <QrFigure text={text} label={label} size={size} />
    </Suspense>
  )
}
