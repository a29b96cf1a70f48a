/** Where there is no rule yet: examples to begin with. */
import { ArrowRight } from 'lucide-react'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { RuleDraft } from './draft.ts'
import { examples } from './examples.ts'
import { sentenceOf } from './sentence.ts'
import styles from './start.module.css'

export function Start({ onStart }: { onStart: (draft: RuleDraft) => void }) {
  return (
    <div className={styles.start}>
      <Empty drawing={<Drawing of="rules" />} text="还没有规则。从一个例子改起，或者新建一条。" />
      <ul className={styles.list} aria-label="例子">
        {examples().map(draft => (
          <li key={draft.name}>
            <button type="button" onClick={() => onStart(draft)}>
              <span>
                <b>{draft.name}</b>
                <small>{sentenceOf(draft, null)}</small>
              </span>
              <ArrowRight aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
