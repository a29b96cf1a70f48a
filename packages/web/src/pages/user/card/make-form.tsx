import { calls } from '@yanshu/contract'
import { Checkbox, DatePicker, Form, type FormInstance, Input, InputNumber, Radio, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { usePermission } from '../../../account/permission.ts'
import { useDomains } from '../../../mail/address/use-domains.ts'
import { ruleOf, shapeOf } from '../../../ui/form.ts'
import { OrNone } from '../../../ui/or-none.tsx'
import type { Ordered } from './codes-file.ts'
import styles from './make-drawer.module.css'

const rules = shapeOf(calls.createCard)

export type MakeValues = {
  kind: 'open' | 'renew'
  count: number
  days: number | null
  uses: number
  domains: string[]
  quotaMb: number | null
  maySend: boolean
  expiresAt: Dayjs | null
  note: string
}

export const newBatch: MakeValues = {
  kind: 'open',
  count: 10,
  days: 30,
  uses: 1,
  domains: [],
  quotaMb: 1024,
  maySend: false,
  expiresAt: null,
  note: '',
}

/** What is sent: a renewal gives days and nothing else. */
export function orderOf(values: MakeValues): Ordered {
  const opens = values.kind === 'open'
  return {
    kind: values.kind,
    days: opens ? values.days : (values.days ?? newBatch.days),
    uses: values.uses,
    domains: values.domains,
    quotaMb: opens ? values.quotaMb : null,
    maySend: opens && values.maySend,
    expiresAt: values.expiresAt?.endOf('day').toISOString() ?? null,
    note: values.note,
  }
}

type MakeFormProps = {
  form: FormInstance<MakeValues>
  id: string
  kind: MakeValues['kind']
  onFinish: (values: MakeValues) => void
}

export function MakeForm({ form, id, kind, onFinish }: MakeFormProps) {
  const { can, role, limits } = usePermission()
  const domains = useDomains()
  const opens = kind === 'open'
  const maySend = role === 'admin' || can.send
  const most = role === 'admin' ? null : limits.storageMb
  return (
    <Form
      form={form}
      id={id}
      layout="vertical"
      initialValues={{ ...newBatch, quotaMb: Math.min(newBatch.quotaMb ?? 0, most ?? 1024) }}
      onFinish={onFinish}
    >
      <Form.Item name="kind" label="用途">
        <Radio.Group
          options={[
            { value: 'open', label: '开新邮箱' },
            { value: 'renew', label: '给已有的邮箱续期' },
          ]}
        />
      </Form.Item>
      <div className={styles.columns}>
        <Form.Item name="count" label="张数" rules={[ruleOf(rules.count)]}>
          <InputNumber min={1} max={10_000} precision={0} />
        </Form.Item>
        <Form.Item name="uses" label="每张能用几次" rules={[ruleOf(rules.uses.unwrap())]}>
          <InputNumber min={1} max={1000} precision={0} />
        </Form.Item>
        <Form.Item
          name="days"
          label={opens ? '有效天数，从使用那天算起' : '加多少天'}
          rules={[ruleOf(rules.days)]}
        >
          {opens ? (
            <OrNone none="长期" start={30} max={36_500} />
          ) : (
            <InputNumber min={1} max={36_500} precision={0} />
          )}
        </Form.Item>
        {opens && (
          <Form.Item name="quotaMb" label="空间（MB）" rules={[ruleOf(rules.quotaMb.unwrap())]}>
            {most === null ? (
              <OrNone none="不限" start={1024} max={10_000_000} />
            ) : (
              <InputNumber min={1} max={most} precision={0} />
            )}
          </Form.Item>
        )}
      </div>
      <Form.Item
        name="domains"
        label="域名"
        extra={
          opens
            ? '用的人从这些域名里选一个；不选则是所有开放的域名'
            : '只能给这些域名上的邮箱续期；不选则不限'
        }
      >
        <Select
          mode="multiple"
          allowClear
          placeholder={opens ? '所有开放的域名' : '不限'}
          loading={domains.isLoading}
          options={(domains.data ?? []).map(name => ({ value: name, label: `@${name}` }))}
        />
      </Form.Item>
      {opens && maySend && (
        <Form.Item name="maySend" valuePropName="checked">
          <Checkbox>新邮箱可以发信</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="expiresAt" label="最晚使用" extra="过了这一天就不能用了；不选则不限">
        <DatePicker className={styles.wide ?? ''} minDate={dayjs()} placeholder="不限" />
      </Form.Item>
      <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          placeholder="比如卖到哪里，只有你看得到"
        />
      </Form.Item>
    </Form>
  )
}
