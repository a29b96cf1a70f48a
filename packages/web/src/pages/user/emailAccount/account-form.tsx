/** The fields that making and editing share: room, end, right to send, owner, note. */
import { createEmailAccount } from '@yanshu/contract/calls/email-account'
import { Checkbox, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf } from '../../../api/form.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { OrNone } from '../../../ui/or-none.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { noOwner, useOwnerChoices } from './queries.ts'

export type CommonValues = {
  quotaMb: number | null
  expiresAt: Dayjs | null
  maySend: boolean
  ownerId?: string
  note: string
}

const rules = shapeOf(createEmailAccount)

/** `ruled`: whether the caller gives room, end and the right to send on this domain. */
type CommonFieldsProps = {
  ruled: boolean
  /** Said where none is chosen. */
  owner: string
  /** The name of the one it has. */
  knownOwner?: string | undefined
}

export function CommonFields({ ruled, owner, knownOwner }: CommonFieldsProps) {
  const { role, can } = usePermission()
  return (
    <>
      {ruled && (
        <div className={styles.columns}>
          <Form.Item name="quotaMb" label="空间（MB）" rules={[ruleOf(rules.quotaMb.unwrap())]}>
            <OrNone none="不限" start={1024} />
          </Form.Item>
          <Form.Item name="expiresAt" label="到期" extra="到这一天结束；不选则长期">
            <DatePicker className={styles.wide ?? ''} minDate={dayjs()} placeholder="长期" />
          </Form.Item>
        </div>
      )}
      {role === 'admin' && (
        <Form.Item name="ownerId" label="归属">
          <SearchSelect
            placeholder={owner}
            fixed={noOwner}
            known={knownOwner}
            nothing="没有这样的账号"
            useFound={useOwnerChoices}
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

/** Returns the shared fields for the request. */
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
