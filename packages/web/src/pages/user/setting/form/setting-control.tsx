import type { SettingEntry } from '@yanshu/contract'
import { Input, Select, Switch } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { NumberInput } from '../../../../ui/number-input.tsx'
import { PasswordInput } from '../../../../ui/password-input.tsx'
import styles from './setting-control.module.css'
import { extentOf, type FieldValue, isDefault } from './setting-value.ts'

type ControlProps = {
  entry: SettingEntry
  field: FieldValue
  onChange: (field: FieldValue) => void
  /** The ids of the texts that explain it. */
  describedBy?: string
  wrong: boolean
  /** It must be filled in before something works. */
  needed?: boolean
  /** Its name, where the label beside it is shorter than the setting's own. */
  label?: string
}

/** The field for one kind of setting. */
export function SettingControl(props: ControlProps) {
  const { entry, field, onChange, describedBy, wrong, needed = false } = props
  const label = props.label ?? entry.label
  const said = { 'aria-label': label, 'aria-describedby': describedBy, 'aria-invalid': wrong || undefined }
  const status = wrong ? 'error' : needed ? 'warning' : ''
  const text = typeof field === 'string' ? field : ''
  switch (entry.kind) {
    case 'switch':
      return <Switch {...said} checked={field === true} onChange={onChange} />
    case 'number':
      return (
        <NumberInput
          {...said}
          className={styles.number ?? ''}
          status={status}
          inputMode="numeric"
          value={typeof field === 'number' ? field : null}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          {...said}
          className={styles.wide ?? ''}
          status={status}
          value={text}
          options={entry.choices ?? []}
          onChange={onChange}
        />
      )
    case 'secret':
      return (
        <PasswordInput
          {...said}
          status={status}
          autoComplete="off"
          value={text}
          placeholder={isDefault(entry) ? '还没有设置' : field === null ? '保存后清除' : '已设置，不改就留空'}
          onChange={event => onChange(event.target.value)}
        />
      )
    case 'longText':
    case 'list':
      return <LongText {...{ said, status, wrong, text, onChange }} kind={entry.kind} label={label} />
    default:
      return (
        <Input
          {...said}
          status={status}
          value={text}
          disabled={entry.fixedBy !== undefined}
          {...(entry.kind === 'numberList' && { placeholder: '用逗号隔开' })}
          onChange={event => onChange(event.target.value)}
        />
      )
  }
}

type LongTextProps = {
  said: object
  status: 'error' | 'warning' | ''
  wrong: boolean
  kind: SettingEntry['kind']
  label: string
  text: string
  onChange: (field: string) => void
}

/** Several lines take room only when somebody looks at them. */
function LongText({ said, status, wrong, kind, label, text, onChange }: LongTextProps) {
  const [open, setOpen] = useState(false)
  // It stays open while the fault is being mended.
  if (wrong && !open) setOpen(true)
  const extent = extentOf(kind, text)
  return (
    <div className={styles.long}>
      <button
        type="button"
        className={cx(styles.extent, status === 'warning' && styles.needed)}
        aria-expanded={open}
        aria-label={`${label}，${extent}`}
        onClick={() => setOpen(!open)}
      >
        {extent}
        <ChevronDown aria-hidden />
      </button>
      {open && (
        <Input.TextArea
          {...said}
          status={status}
          placeholder={kind === 'list' ? '一行一个' : ''}
          autoSize={{ minRows: 3, maxRows: 12 }}
          value={text}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
