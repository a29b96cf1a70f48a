import styles from './address-text.module.css'
import { cx } from './cx.ts'

type AddressTextProps = {
  address: string
  className?: string
  /** Cut at its end rather than broken. */
  oneLine?: boolean
}

/** What fits on a line of its own wherever addresses are shown. */
const FITS = 24

const breakOf = (part: string) => (part.length > FITS ? styles.long : styles.whole)

/** An address: the name strong, the domain quiet. It breaks before the @, and elsewhere only where it is too long for a line. */
export function AddressText({ address, className, oneLine = false }: AddressTextProps) {
  const at = address.lastIndexOf('@')
  const local = at === -1 ? address : address.slice(0, at)
  const domain = at === -1 ? '' : address.slice(at)
  return (
    <span className={cx(styles.address, oneLine && 'clip', className)}>
      <b className={cx(styles.local, breakOf(local))}>{local}</b>
      {domain !== '' && (
        <>
          {!oneLine && <wbr />}
          <span className={cx(styles.domain, breakOf(domain))}>{domain}</span>
        </>
      )}
    </span>
  )
}
