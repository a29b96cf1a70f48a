import type { ReactNode } from 'react'
import styles from './page-sheet.module.css'
import { useTitle } from './use-title.ts'

/** An ordinary page of /user: a title, its actions, and sections separated by lines. */
export function PageSheet({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  useTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1>{title}</h1>
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}
