/** Lets keyboard users skip the header and the menu. It is visible only while it has the focus. */
import styles from './skip-link.module.css'

/** The attributes of a frame's `main`, where the link leads. */
export const mainPlace = { id: 'main', tabIndex: -1 }

export function SkipLink() {
  return (
    <a
      className={styles.skip}
      href={`#${mainPlace.id}`}
      onClick={event => {
        // A URL of its own would add a step to the browser's history.
        event.preventDefault()
        document.getElementById(mainPlace.id)?.focus()
      }}
    >
      跳到正文
    </a>
  )
}
