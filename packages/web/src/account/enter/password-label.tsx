import { Link } from 'react-router'
import { authPath } from '../../site/paths.ts'
import styles from './password-label.module.css'

/** Names the password field, with a link beside it for people who forgot their password. */
export function PasswordLabel() {
  return (
    <span className={styles.label}>
      密码
      <Link className="small" to={authPath('forgot')}>
        忘了密码
      </Link>
    </span>
  )
}
