import styles from './other-tab.module.css'

/** Text that was typed into one log-in form and belongs to the other; it moves along. */
export type Typed = { name: string; password: string }

/** A link below the name, when the name belongs to the other kind of login. */
export function OtherTab({ says, onGo }: { says: string; onGo: () => void }) {
  return (
    <button type="button" className={styles.other} onClick={onGo}>
      {says}
    </button>
  )
}
