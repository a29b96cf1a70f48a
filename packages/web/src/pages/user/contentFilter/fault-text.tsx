import styles from './builder.module.css'

/** The fault of the field above. */
export function FaultText({ id, text }: { id: string; text: string | null }) {
  return text === null ? null : (
    <p id={id} className={styles.fault} role="alert">
      {text}
    </p>
  )
}
