import { Link } from 'react-router'
import { useKeptSettings } from '../api/kept-settings.ts'
import { cx } from '../ui/cx.ts'
import styles from './brand.module.css'

export const DEFAULT_SITE_NAME = '雁书'

export function useSiteName(): string {
  return useKeptSettings(state => state.settings.siteName) || DEFAULT_SITE_NAME
}

/** The mark and the name of the site, as a link to a page. */
export function Brand({ to, className, nameClass }: { to: string; className?: string; nameClass?: string }) {
  const name = useSiteName()
  const logo = useKeptSettings(state => state.settings.logo)
  return (
    <Link to={to} className={cx(styles.brand, className)} aria-label={`${name}，首页`}>
      {logo ? <img className={styles.mark} src={logo} alt="" /> : <Mark />}
      <b className={cx(styles.name, nameClass)}>{name}</b>
    </Link>
  )
}

/** Our own mark, for a site without a logo. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="7" />
      <path
        className={styles.bird}
        d="M4.6 23.2c4.9 1.3 10 .7 13.3-3 2.4-2.7 2.7-6.7 4.5-8.2.6-.5 1.3-.6 2-.4l3 .5c-.5-1.3-1.7-2.5-3.3-2.6-2-.1-3.5 1.3-4.3 3.3-.5 1.3-.9 2.7-1.5 4C16.2 11.6 12.2 7.5 6 5.6c.2 6 2.3 10.7 6 14.6-2.4 1.4-4.9 2.3-7.4 3z"
      />
    </svg>
  )
}
