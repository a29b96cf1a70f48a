import { TriangleAlert } from 'lucide-react'
import styles from './failure.module.css'

/**
 * Shows the failure of a whole form above its button. The region always exists, so that screen readers
 * announce it.
 */
export function Failure({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className={styles.failure}>
          <TriangleAlert aria-hidden />
          {text}
        </p>
      )}
    </div>
  )
}
