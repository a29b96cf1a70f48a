import { loginEmail } from '@yanshu/contract/calls/start'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { ruleOf, shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { keepLoginKind } from '../../api/login-kind.ts'
import { withProof } from '../../api/proof.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { OtherTab, type Typed } from './other-tab.tsx'
import { PasswordLabel } from './password-label.tsx'
import { ProofBar } from './proof-bar.tsx'
import { useArrive } from './use-arrive.ts'

type Values = { address: string; password: string }

const rules = shapeOf(loginEmail)

type EmailFormProps = {
  address?: string | null
  password?: string
  /** Where a name without a domain belongs. */
  onSystem?: (typed: Typed) => void
  /** Handles the token; on /auth the default is to enter the user area. */
  onToken?: (token: string) => Promise<void>
}

/** Logs in to one mailbox with its address and password. */
export function EmailForm({ address = null, password = '', onSystem, onToken }: EmailFormProps) {
  const [form] = Form.useForm<Values>()
  const [proof, setProof] = useState<number | null>(null)
  const arrive = useArrive()
  const [left, setLeft] = useState(false)
  const name = Form.useWatch('address', form)?.trim() ?? ''
  const isUsername = left && name !== '' && !name.includes('@')
  const { submit, busy, failure, setFailure } = useSubmit(form, async values => {
    const body = { address: values.address.trim(), password: values.password }
    const send = (given: { proof?: string }) => api.loginEmail({ body: { ...body, ...given } })
    const { token } = await withProof({ purpose: 'loginEmail', subject: body.address }, send, setProof)
    keepLoginKind('email')
    await (onToken ?? arrive)(token)
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ address, password }}
      onFinish={submit}
      onValuesChange={() => setFailure(null)}
    >
      <Form.Item
        name="address"
        label="邮箱地址"
        validateTrigger="onBlur"
        {...(onSystem &&
          isUsername && {
            extra: (
              <OtherTab
                says={`“${name}”是系统账号的用户名吗？到“系统账号”登录`}
                onGo={() => onSystem({ name, password: form.getFieldValue('password') ?? '' })}
              />
            ),
          })}
        rules={[
          ...[ruleOf(rules.address)],
          { pattern: /^\s*[^@\s]+@[^@\s]+\s*$/, message: '要写完整，带 @ 和域名' },
        ]}
      >
        <Input
          className="mono"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          onBlur={() => setLeft(true)}
          placeholder="suixin@yanshu.test"
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={<PasswordLabel />}
        validateTrigger="onBlur"
        rules={[ruleOf(rules.password)]}
      >
        <PasswordInput autoComplete="current-password" aria-label="密码" />
      </Form.Item>
      <Failure text={failure} />
      <ProofBar share={proof} />
      <Button kind="primary" size="large" block type="submit" busy={busy}>
        登录
      </Button>
    </Form>
  )
}
