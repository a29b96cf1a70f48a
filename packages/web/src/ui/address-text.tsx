import styles from './address-text.module.css'
import { cx } from './cx.ts'

type AddressTextProps = {
  address: string
  className?: string
  /** Cuts the text at its end and does not break it. */
  oneLine?: boolean
}

/** The length that fits on one line wherever addresses are shown. */
const FITS = 24

const breakOf = (part: string) => (part.length > FITS ? styles.long : styles.whole)

/**
 * An address with a strong name and a quiet domain. It breaks before the @, and elsewhere only if it is too
 * long for a line.
 */
export function AddressText({ address, className, oneLine = false }: AddressTextProps) {
  const at = address.lastIndexOf('@')
  const local = at === -1 ? address : address.slice(0, at)
  const domain = at === -1 ? '' : address.slice(at + 1)
  return (
    <span className={cx(styles.address, oneLine && 'clip', className)}>
      <b className={cx(styles.local, breakOf(local))}>{local}</b>
      {domain !== '' && (
        <>
          {!oneLine && <wbr />}
          <span className={cx(styles.domain, breakOf(domain))}>{`@${domain}`}</span>
        </>
      )}
    </span>
  )
}
