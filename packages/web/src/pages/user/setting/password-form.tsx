import { changePassword } from '@yanshu/contract/calls/start'
import { Form } from 'antd'
import { isApiError } from '../../../api/api-error.ts'
import { ruleOf, shapeOf, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useRenewSessions } from './queries.ts'
import styles from './shared/account-tab.module.css'
import { useRenewSettings } from './shared/queries.ts'

type Values = { oldPassword?: string; newPassword: string; confirm: string }

const rules = shapeOf(changePassword)

/** Changes the own password. A temporary mailbox that has none yet is asked for no old one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const [form] = Form.useForm<Values>()
  const renewSessions = useRenewSessions()
  const renewSettings = useRenewSettings()
  const { submit, busy, failure } = useSubmit(form, async ({ oldPassword, newPassword }) => {
    try {
      const body = { newPassword, ...(hasPassword && oldPassword && { oldPassword }) }
      const { ended } = await api.changePassword({ body })
      form.resetFields()
      showToast(ended > 0 ? `密码已改，另外 ${ended} 个登录已结束` : '密码已改')
      await Promise.all([renewSessions(), renewSettings()])
    } catch (error) {
      if (!isApiError(error, 'wrongPassword')) throw error
      form.setFields([{ name: 'oldPassword', errors: [error.message] }])
    }
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit} className={styles.narrow ?? ''}>
      {hasPassword && (
        <Form.Item
          name="oldPassword"
          label="当前密码"
          validateTrigger="onBlur"
          rules={[ruleOf(rules.oldPassword.unwrap())]}
        >
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item
        name="newPassword"
        label="新密码"
        extra="至少 8 位，长一点比复杂更管用"
        validateDebounce={300}
        rules={[ruleOf(rules.newPassword)]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label="再输一遍新密码"
        dependencies={['newPassword']}
        validateTrigger="onBlur"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              (value ?? '') === (getFieldValue('newPassword') ?? '')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入的不一样')),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Failure text={failure} />
      <Button type="submit" busy={busy}>
        {hasPassword ? '改密码' : '设密码'}
      </Button>
    </Form>
  )
}
