import styles from './address-text.module.css'
import { cx } from './cx.ts'

type AddressTextProps = {
  address: string
  className?: string
  /** Cut at its end rather than broken. */
  oneLine?: boolean
}

/** An address: the name strong, the domain quiet. It breaks before the @ and nowhere else. */
export function AddressText({ address, className, oneLine = false }: AddressTextProps) {
  const at = address.lastIndexOf('@')
  const local = at === -1 ? address : address.slice(0, at)
  return (
    <span className={cx(styles.address, oneLine && 'clip', className)}>
      <b className={styles.local}>{local}</b>
      {at !== -1 && (
        <>
          {!oneLine && <wbr />}
          <span className={styles.domain}>{address.slice(at)}</span>
        </>
      )}
    </span>
  )
}
