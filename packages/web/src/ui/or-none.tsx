import { Checkbox } from 'antd'
import { NumberInput } from './number-input.tsx'
import styles from './or-none.module.css'

type OrNoneProps = {
  id?: string
  /** What it is called when there is no number: 长期, 不限. */
  none: string
  /** The number to begin with. */
  start: number
  max: number
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A number, or none. antd's Form gives id, value and onChange. */
export function OrNone({ id, none, start, max, value = null, onChange }: OrNoneProps) {
  return (
    <div className={styles.orNone}>
      <NumberInput
        {...(id !== undefined && { id })}
        min={1}
        max={max}
        precision={0}
        value={value}
        disabled={value === null}
        placeholder={none}
        onChange={next => onChange?.(next ?? start)}
      />
      <Checkbox checked={value === null} onChange={event => onChange?.(event.target.checked ? null : start)}>
        {none}
      </Checkbox>
    </div>
  )
}
