import { stopTotp } from '@yanshu/contract/calls/start'
import { Form, Input } from 'antd'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './shared/account-tab.module.css'
import { useRenewSettings } from './shared/queries.ts'

const rules = shapeOf(stopTotp)

/** Turning the second factor off, with the password and one last code. */
export function StopTwoFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} title="关闭两步验证？" footer={null} width={460} onCancel={onClose}>
      <Fields onClose={onClose} />
    </FormDialog>
  )
}

function Fields({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<{ password: string; totp: string }>()
  const renew = useRenewSettings()
  const { submit, busy, failure } = useSubmit(form, async values => {
    await api.stopTotp({ body: values })
    await renew()
    showToast('两步验证已关闭')
    onClose()
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <p className={`muted ${styles.before}`}>之后只凭密码就能登录，剩下的备用码全部作废。</p>
      <Form.Item name="password" label="当前密码" validateTrigger="onBlur" rules={[ruleOf(rules.password)]}>
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="totp"
        label="六位验证码，或一个备用码"
        validateTrigger="onBlur"
        rules={[ruleOf(rules.totp)]}
      >
        <Input className="mono" autoComplete="one-time-code" maxLength={32} />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.actions}>
        <Button onClick={onClose}>不了</Button>
        <Button danger type="submit" busy={busy}>
          关闭两步验证
        </Button>
      </div>
    </Form>
  )
}
