import { useMemo } from 'react'
import { qrCode } from './qr-code.ts'
import styles from './qr-stamp.module.css'

/** Ink on white in either theme, or scanners fail. */
const INK = '#1F2328'

/** A QR code as a stamp. `size` is the side of the code itself; 24 are added around it. */
export function QrStamp({ text, label, size = 136 }: { text: string; label: string; size?: number }) {
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
