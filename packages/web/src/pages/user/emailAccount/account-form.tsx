/** The fields that making and editing share: room, end, right to send, owner, note. */
import { calls } from '@yanshu/contract'
import { Checkbox, DatePicker, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf } from '../../../ui/form.ts'
import { OrNone } from '../../../ui/or-none.tsx'
import { searchIcon } from '../../../ui/select-icons.tsx'
import styles from './drawer.module.css'
import { useOwners } from './queries.ts'

export type CommonValues = {
  quotaMb: number | null
  expiresAt: Dayjs | null
  maySend: boolean
  ownerId?: string
  note: string
}

const rules = shapeOf(calls.createEmailAccount)

/** `ruled`: whether the caller gives room, end and the right to send on this domain. */
export function CommonFields({ ruled, owner }: { ruled: boolean; owner: string }) {
  const { role, can } = usePermission()
  const owners = useOwners()
  return (
    <>
      {ruled && (
        <div className={styles.columns}>
          <Form.Item name="quotaMb" label="空间（MB）" rules={[ruleOf(rules.quotaMb.unwrap())]}>
            <OrNone none="不限" start={1024} max={10_000_000} />
          </Form.Item>
          <Form.Item name="expiresAt" label="到期" extra="到这一天结束；不选则长期">
            <DatePicker className={styles.wide ?? ''} minDate={dayjs()} placeholder="长期" />
          </Form.Item>
        </div>
      )}
      {role === 'admin' && (
        <Form.Item name="ownerId" label="归属">
          <Select
            showSearch={{ searchIcon, optionFilterProp: 'label' }}
            placeholder={owner}
            options={[{ value: '', label: '没有归属' }, ...owners]}
          />
        </Form.Item>
      )}
      {ruled && (role === 'admin' || can.send) && (
        <Form.Item name="maySend" valuePropName="checked">
          <Checkbox>可以发信</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          placeholder="只有管理这个邮箱的人看得到"
        />
      </Form.Item>
    </>
  )
}

/** What of the shared fields is sent. */
export function commonOf(values: CommonValues, ruled: boolean, isAdmin: boolean) {
  const { quotaMb, expiresAt, maySend, ownerId, note } = values
  return {
    ...(ruled && {
      quotaMb,
      expiresAt: expiresAt?.endOf('day').toISOString() ?? null,
      maySend: maySend ?? false,
    }),
    ...(isAdmin && ownerId !== undefined && { ownerId: ownerId === '' ? null : ownerId }),
    note: note ?? '',
  }
}
