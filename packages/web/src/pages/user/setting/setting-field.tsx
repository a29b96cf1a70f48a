import type { SettingEntry } from '@yanshu/contract'
import { Form, Input, Select, Switch } from 'antd'
import { NumberInput } from '../../../ui/number-input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { isDefault } from './setting-value.ts'

/** The field for one kind of setting. Its name is the label beside it. */
export function SettingField({ entry }: { entry: SettingEntry }) {
  if (entry.kind === 'switch') {
    return (
      <Form.Item name={entry.name} valuePropName="checked">
        <Switch aria-label={entry.label} />
      </Form.Item>
    )
  }
  return (
    <Form.Item name={entry.name} extra={hintOf(entry)}>
      <Control entry={entry} />
    </Form.Item>
  )
}

const hints: Readonly<Partial<Record<SettingEntry['kind'], string>>> = {
  list: '一行一个',
  numberList: '用逗号隔开',
}

/** What may be filled in, and what it would be by itself. */
function hintOf(entry: SettingEntry): string | undefined {
  if (entry.kind === 'number' && entry.min !== undefined && entry.max !== undefined) {
    return `${entry.min} 到 ${entry.max.toLocaleString('zh-CN')}，默认 ${String(entry.default)}`
  }
  return hints[entry.kind]
}

/** antd's Form gives id, value and onChange to whatever stands here, so they are passed through. */
function Control({ entry, ...given }: { entry: SettingEntry }) {
  const label = { 'aria-label': entry.label }
  switch (entry.kind) {
    case 'longText':
    case 'list':
      return <Input.TextArea {...given} {...label} autoSize={{ minRows: 2, maxRows: 10 }} />
    case 'number':
      return (
        <NumberInput {...given} {...label} {...(entry.unit === undefined ? {} : { suffix: entry.unit })} />
      )
    case 'choice':
      return <Select {...given} {...label} options={entry.choices ?? []} />
    case 'secret':
      return (
        <PasswordInput
          {...given}
          {...label}
          autoComplete="off"
          placeholder={isDefault(entry) ? '还没有设置' : '已设置，不改就留空'}
        />
      )
    default:
      return <Input {...given} {...label} />
  }
}
