import styles from './address-text.module.css'
import { cx } from './cx.ts'

/** An address: the name strong, the domain quiet. It breaks before the @ and nowhere else. */
export function AddressText({ address, className }: { address: string; className?: string }) {
  const at = address.lastIndexOf('@')
  const local = at === -1 ? address : address.slice(0, at)
  return (
    <span className={cx(styles.address, className)}>
      <b className={styles.local}>{local}</b>
      {at !== -1 && (
        <>
          <wbr />
          <span className={styles.domain}>{address.slice(at)}</span>
        </>
      )}
    </span>
  )
}
