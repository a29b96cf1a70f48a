import { TriangleAlert } from 'lucide-react'
import styles from './failure.module.css'

/** What went wrong with a form as a whole, above its button. The region is always there, so that it is read out. */
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
