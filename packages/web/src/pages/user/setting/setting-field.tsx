import type { SettingEntry } from '@yanshu/contract'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
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
    <Form.Item name={entry.name} extra={hints[entry.kind]}>
      <Control entry={entry} />
    </Form.Item>
  )
}

const hints: Readonly<Partial<Record<SettingEntry['kind'], string>>> = {
  list: '一行一个',
  numberList: '用逗号隔开',
}

/** antd's Form gives id, value and onChange to whatever stands here, so they are passed through. */
function Control({ entry, ...given }: { entry: SettingEntry }) {
  const label = { 'aria-label': entry.label }
  switch (entry.kind) {
    case 'longText':
    case 'list':
      return <Input.TextArea {...given} {...label} autoSize={{ minRows: 2, maxRows: 10 }} />
    case 'number':
      return <InputNumber {...given} {...label} controls={false} />
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
