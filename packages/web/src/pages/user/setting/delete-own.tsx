/** The end of the own account or mailbox: the password and the own name are asked for, and what goes with it is said. */
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { loadVariables } from '../../../api/start-up.ts'
import { dropToken } from '../../../api/token.ts'
import { paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './shared/account-tab.module.css'

export function DeleteOwn({ hasPassword }: { hasPassword: boolean }) {
  const { role } = usePermission()
  const [open, setOpen] = useState(false)
  const words = role === 'mailbox' ? '删除这个邮箱' : '注销账号'
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {words}
      </Button>
      <FormDialog open={open} title={`${words}？`} footer={null} width={460} onCancel={() => setOpen(false)}>
        <Fields hasPassword={hasPassword} words={words} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}

function Fields(props: { hasPassword: boolean; words: string; onClose: () => void }) {
  const { account, role } = usePermission()
  const [form] = Form.useForm<{ password?: string; name: string }>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const own = account?.name ?? ''
  const { submit, busy, failure } = useSubmit(form, async ({ password, name }) => {
    await api.deleteOwnAccount({ body: { name, ...(password ? { password } : {}) } })
    dropToken()
    // The page is left first: it would ask again for what is forgotten, without a login.
    await navigate(paths.home)
    client.clear()
    await loadVariables()
    showToast(role === 'mailbox' ? '邮箱已删除' : '账号已注销')
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <p className={`muted ${styles.before}`}>删除后不能恢复，也没有撤销的时间。</p>
      {props.hasPassword && (
        <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入密码' }]}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item
        name="name"
        label={`照着输入：${own}`}
        rules={[{ required: true, message: '请照着输入一遍' }]}
      >
        <Input className="mono" autoComplete="off" maxLength={320} />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button onClick={props.onClose}>不了</Button>
        <Button danger type="submit" busy={busy}>
          {props.words}
        </Button>
      </div>
    </Form>
  )
}
