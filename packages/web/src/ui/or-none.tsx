import { Checkbox } from 'antd'
import { NumberInput } from './number-input.tsx'
import styles from './or-none.module.css'

type OrNoneProps = {
  id?: string
  /** The word for no number: 长期, 不限. */
  none: string
  /** The number to begin with. */
  start: number
  /** The accessible name of the box, when several are side by side. */
  label?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A number, or none. antd's Form gives id, value and onChange. An emptied number is no number, and not none. */
export function OrNone({ id, none, start, label, value = null, onChange }: OrNoneProps) {
  return (
    <div className={styles.orNone}>
      <NumberInput
        {...(id !== undefined && { id })}
        value={Number.isNaN(value) ? null : value}
        disabled={value === null}
        placeholder={value === null ? none : ''}
        onChange={next => onChange?.(next ?? Number.NaN)}
      />
      <Checkbox
        checked={value === null}
        {...(label !== undefined && { 'aria-label': `${label}${none}` })}
        onChange={event => onChange?.(event.target.checked ? null : start)}
      >
        {none}
      </Checkbox>
    </div>
  )
}
