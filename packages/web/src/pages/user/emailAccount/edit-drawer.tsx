/** One mailbox: its note, state, room, end, owner, a new password, and from temporary to lasting. */
import { type AccountRow, type BodyOf, type Calls, calls, type MailboxStatus } from '@yanshu/contract'
import { Checkbox, Form, Select } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { api } from '../../../api/index.ts'
import { AddressText } from '../../../ui/address-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../ui/form.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showToast } from '../../../ui/toast.ts'
import { CommonFields, type CommonValues, commonOf } from './account-form.tsx'
import styles from './drawer.module.css'
import { statusOptions, useRenew, useRuledDomains } from './queries.ts'

export function EditDrawer({ row, onClose }: { row: AccountRow | null; onClose: () => void }) {
  return (
    <FormDrawer
      open={row !== null}
      onClose={onClose}
      title={row && <AddressText address={row.address} />}
      size={520}
      bare
    >
      {row && <EditForm key={row.id} row={row} onClose={onClose} />}
    </FormDrawer>
  )
}

type Values = CommonValues & { status: MailboxStatus; password?: string; toAccount?: boolean }

const rules = shapeOf(calls.editEmailAccount)

/** Only what is other than before is sent: somebody else may be editing, too. */
function changeOf(row: AccountRow, values: Values, ruled: boolean, isAdmin: boolean) {
  const wanted = { ...commonOf(values, ruled, isAdmin), status: values.status }
  const before: Record<string, unknown> = { ...row }
  const sameDay =
    row.expiresAt !== null &&
    values.expiresAt !== null &&
    dayjs(row.expiresAt).isSame(values.expiresAt, 'day')
  const changed = Object.entries(wanted).filter(
    ([name, value]) => before[name] !== value && !(name === 'expiresAt' && sameDay),
  )
  return {
    ...(Object.fromEntries(changed) as Partial<typeof wanted>),
    ...(values.password && { password: values.password }),
    ...(values.toAccount && { toAccount: true as const }),
  }
}

function EditForm({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const renew = useRenew()
  const isAdmin = usePermission().role === 'admin'
  const domains = useRuledDomains()
  const ruled = domains === null || domains.has(row.domain)
  const toAccount = Form.useWatch('toAccount', form) === true
  const { submit, busy, failure } = useSubmit(form, async values => {
    const change = changeOf(row, values, ruled, isAdmin)
    if (Object.keys(change).length > 0) {
      const body: BodyOf<Calls['editEmailAccount']> = { id: row.id, ...change }
      await api.editEmailAccount({ body })
      await renew()
      showToast('已保存')
    }
    onClose()
  })
  const stopped = row.status === 'stopped' && !isAdmin
  return (
    <div className={styles.drawer}>
      <div className={styles.scroll}>
        <Form
          form={form}
          id={formId}
          layout="vertical"
          disabled={stopped}
          initialValues={{
            ...row,
            ownerId: row.ownerId ?? '',
            expiresAt: row.expiresAt === null ? null : dayjs(row.expiresAt),
          }}
          onFinish={submit}
        >
          <Form.Item name="status" label="状态">
            <Select
              options={statusOptions.filter(({ value }) => isAdmin || value !== 'stopped' || stopped)}
            />
          </Form.Item>
          <CommonFields ruled={ruled} owner="没有归属" />
          {row.kind === 'temporary' && (
            <Form.Item name="toAccount" valuePropName="checked" extra="长期有效，用地址和密码就能登录">
              <Checkbox>变成邮箱账号</Checkbox>
            </Form.Item>
          )}
          <Form.Item
            name="password"
            label={row.hasPassword ? '换一个密码' : '设密码'}
            extra={row.hasPassword ? '不填则不变；换了以后，登录着的都会退出' : null}
            rules={[
              ruleOf(rules.password.unwrap(), { optional: true }),
              { required: toAccount && !row.hasPassword, message: '变成邮箱账号要先设密码' },
            ]}
          >
            <PasswordInput autoComplete="new-password" aria-label="密码" />
          </Form.Item>
        </Form>
      </div>
      <div className={styles.foot}>
        <Failure text={stopped ? '这个邮箱已被管理员停用' : failure} />
        <div className={styles.buttons}>
          <span className="grow" />
          <Button kind="quiet" onClick={onClose}>
            不改了
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            保存
          </Button>
        </div>
      </div>
    </div>
  )
}
