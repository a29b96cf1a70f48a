import { QRCode } from 'antd'
import styles from './qr-stamp.module.css'

/** Ink on white in either theme, or scanners fail. */
const INK = '#1F2328'

/** A QR code as a stamp. `size` is the side of the code itself; 24 are added around it. */
export function QrStamp({ text, label, size = 136 }: { text: string; label: string; size?: number }) {
  return (
    <div className={styles.stamp} role="img" aria-label={label}>
      <div aria-hidden="true">
        <QRCode
          value={text}
          size={size}
          type="svg"
          bordered={false}
          color={INK}
          bgColor="transparent"
          marginSize={0}
          styles={{ root: { padding: 0 } }}
        />
      </div>
    </div>
  )
}
