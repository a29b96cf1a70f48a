import type { WebhookKind } from '@yanshu/contract'
import { useId } from 'react'
import { kinds, kindTexts } from '../../../../account/notice/kinds.ts'
import styles from './kind-choice.module.css'

/**
 * Chooses the kind of receiver with real radio buttons drawn as cells. The form around it gives value and
 * change.
 */
export function KindChoice(props: { value?: WebhookKind; onChange?: (kind: WebhookKind) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend className="sr">通知到哪里</legend>
      {kinds.map(kind => (
        <label key={kind} className={styles.kind}>
          <input
            type="radio"
            name={name}
            className="sr"
            checked={props.value === kind}
            onChange={() => props.onChange?.(kind)}
          />
          {kindTexts[kind].word}
        </label>
      ))}
    </fieldset>
  )
}
