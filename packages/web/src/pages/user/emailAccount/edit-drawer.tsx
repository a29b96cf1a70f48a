/** One mailbox: its note, state, room, end, owner, a new password, and from temporary to lasting. */
import type { AccountRow, BodyOf, Calls, MailboxStatus } from '@yanshu/contract'
import { editEmailAccount } from '@yanshu/contract/calls/email-account'
import { Checkbox, Form, Select } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { useSeen } from '../../../api/use-seen.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { AddressText } from '../../../ui/address-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChangedNote } from '../../../ui/changed-note.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showToast } from '../../../ui/toast.ts'
import { CommonFields, type CommonValues, commonOf } from './account-form.tsx'
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

const rules = shapeOf(editEmailAccount)

const fieldNames: Readonly<Record<string, string>> = {
  quotaMb: '空间',
  expiresAt: '到期',
  maySend: '发信',
  ownerId: '归属',
  status: '状态',
  note: '备注',
}

const seenIn = ({ quotaMb, expiresAt, maySend, ownerId, status, note }: AccountRow) => ({
  ...{ quotaMb, expiresAt, maySend, ownerId, status, note },
})

type Fields = ReturnType<typeof seenIn>

const wantedIn = (values: Values, ruled: boolean, isAdmin: boolean): Partial<Fields> => ({
  ...commonOf(values, ruled, isAdmin),
  status: values.status,
})

/** Only what is other than before is sent: somebody else may be editing, too. */
function changeOf(before: Fields, wanted: Partial<Fields>): Partial<Fields> {
  const known: Record<string, unknown> = before
  const { expiresAt } = wanted
  const sameDay = !!before.expiresAt && !!expiresAt && dayjs(before.expiresAt).isSame(expiresAt, 'day')
  const changed = Object.entries(wanted).filter(
    ([name, value]) => known[name] !== value && !(name === 'expiresAt' && sameDay),
  )
  return Object.fromEntries(changed)
}

const toField = (name: string, value: unknown): unknown => {
  if (name === 'expiresAt') return typeof value === 'string' ? dayjs(value) : null
  return name === 'ownerId' ? (value ?? '') : value
}

/** A value in words; the row knows the name of its owner. */
function said(name: string, value: unknown, row: AccountRow): string {
  switch (name) {
    case 'quotaMb':
      return value === null ? '不限' : ` ${Number(value)} MB`
    case 'expiresAt':
      return value === null ? '长期' : ` ${dayjs(String(value)).format('YYYY年M月D日')}`
    case 'maySend':
      return value === true ? '可以' : '不可以'
    case 'status':
      return statusOptions.find(option => option.value === value)?.label ?? String(value)
    case 'ownerId':
      return value === row.ownerId ? ` ${row.ownerName ?? '没有归属'}` : value ? '另一个账号' : '没有归属'
    default:
      return value === '' ? '空着' : `“${String(value)}”`
  }
}

function EditForm({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const renew = useRenew()
  const seen = useSeen(seenIn(row))
  const isAdmin = usePermission().role === 'admin'
  const domains = useRuledDomains()
  const ruled = domains === null || domains.has(row.domain)
  const values = Form.useWatch([], form) as Values | undefined
  const toAccount = values?.toAccount === true
  const { submit, busy, failure } = useSubmit(form, async typed => {
    const change = changeOf(seen.fields, wantedIn(typed, ruled, isAdmin))
    const body: BodyOf<Calls['editEmailAccount']> = {
      id: row.id,
      ...change,
      ...(Object.keys(change).length > 0 && { seen: seen.of(change) }),
      ...(typed.password && { password: typed.password }),
      ...(typed.toAccount && { toAccount: true as const }),
    }
    if (Object.keys(body).length > 1) {
      try {
        await api.editEmailAccount({ body })
      } catch (error) {
        if (!seen.isOvertaken(error)) throw error
        return renew()
      }
      await renew()
      showToast('已保存')
    }
    onClose()
  })
  const mine: Record<string, unknown> = values ? wantedIn(values, ruled, isAdmin) : {}
  const overtaken = seen.changed.map(one => ({
    ...one,
    label: fieldNames[one.field] ?? one.field,
    theirs: said(one.field, one.value, row),
    mine: said(one.field, mine[one.field], row),
  }))
  const takeTheirs = (field: string) => {
    const theirs = seen.changed.find(one => one.field === field)
    form.setFieldsValue({ [field]: toField(field, theirs?.value) })
    seen.settle(field)
  }
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
          <CommonFields ruled={ruled} owner="没有归属" knownOwner={row.ownerName ?? undefined} />
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
        <ChangedNote list={overtaken} onTheirs={takeTheirs} onMine={seen.settle} />
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
