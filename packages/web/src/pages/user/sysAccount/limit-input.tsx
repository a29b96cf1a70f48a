import { Checkbox } from 'antd'
import { NumberInput } from '../../../ui/number-input.tsx'
import styles from './account-form.module.css'

type LimitInputProps = {
  id?: string
  label: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A limit: a number, or 不限. antd's Form gives id, value and onChange. */
export function LimitInput({ id, label, value = null, onChange }: LimitInputProps) {
  return (
    <div className={styles.limit}>
      <NumberInput
        {...(id !== undefined && { id })}
        min={0}
        max={1_000_000_000}
        precision={0}
        value={value}
        disabled={value === null}
        placeholder="不限"
        onChange={next => onChange?.(next ?? 0)}
      />
      <Checkbox
        checked={value === null}
        aria-label={`${label}不限`}
        onChange={event => onChange?.(event.target.checked ? null : 0)}
      >
        不限
      </Checkbox>
    </div>
  )
}
