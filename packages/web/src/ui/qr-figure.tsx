import { useMemo } from 'react'
import { qrCode } from './qr-code.ts'
import styles from './qr-stamp.module.css'

/** The ink is on white in either theme, because scanners fail otherwise. */
const INK = '#1F2328'

/** Draws the code; a text that is too long has none. */
export function QrFigure({ text, label, size }: { text: string; label: string; size: number }) {
  const rows = useMemo(() => qrCode(text), [text])
  if (rows === null) return null
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className={styles.stamp} role="img" aria-label={label}>
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path fill={INK} d={path} />
      </svg>
    </div>
  )
}
