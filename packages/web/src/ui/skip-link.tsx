/** For the keyboard: past the header and the menu to what the page is about. Seen only while it has the focus. */
import styles from './skip-link.module.css'

/** What a frame puts upon its `main`: there the link leads. */
export const mainPlace = { id: 'main', tabIndex: -1 }

export function SkipLink() {
  return (
    <a
      className={styles.skip}
      href={`#${mainPlace.id}`}
      onClick={event => {
        // An address of its own would be one more step on the way back.
        event.preventDefault()
        document.getElementById(mainPlace.id)?.focus()
      }}
    >
      跳到正文
    </a>
  )
}
