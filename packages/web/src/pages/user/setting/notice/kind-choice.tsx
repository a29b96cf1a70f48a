import type { WebhookKind } from '@yanshu/contract'
import { useId } from 'react'
import styles from './kind-choice.module.css'
import { kinds, kindTexts } from './kinds.ts'

/** Who is told: real radios, drawn as cells. Value and change come from the form around it. */
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
