/** A choice among cards: real radios, drawn as sheets. */
import { type ReactNode, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import styles from './choice.module.css'

export type Option = { value: string; look: ReactNode }

type ChoiceProps = {
  label: string
  options: readonly Option[]
  look: 'domain' | 'plan' | 'pay'
  /** antd's Form gives these. */
  value?: string
  onChange?: (value: string) => void
}

export function Choice({ label, options, look, value, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <div className={cx(styles.choice, styles[look])} role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            className="sr"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          {option.look}
        </label>
      ))}
    </div>
  )
}
