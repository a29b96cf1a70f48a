/** Shows problems in reading the mail that matter to the reader. */
import { TriangleAlert } from 'lucide-react'
import { warningWords } from './warning-words.ts'
import styles from './warnings.module.css'

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  return warningWords(warnings).map(warning => (
    <p key={warning} className={styles.warning}>
      <TriangleAlert aria-hidden />
      {warning}
    </p>
  ))
}
