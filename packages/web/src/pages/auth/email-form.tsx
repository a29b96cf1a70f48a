import { calls } from '@yanshu/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { authPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../ui/form.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './page.module.css'
import { ProofBar } from './proof-bar.tsx'
import { useArrive } from './use-arrive.ts'

type Values = { address: string; password: string }

const rules = shapeOf(calls.loginEmail)

type EmailFormProps = {
  address?: string | null
  /** What to do with the token; on /auth one goes on to the user area. */
  onToken?: (token: string) => Promise<void>
}

/** Logging in to one mailbox with its address and password. */
export function EmailForm({ address = null, onToken }: EmailFormProps) {
  const [form] = Form.useForm<Values>()
  const [proof, setProof] = useState<number | null>(null)
  const arrive = useArrive()
  const { submit, busy, failure, setFailure } = useSubmit(form, async values => {
    const body = { address: values.address.trim(), password: values.password }
    const send = (given: { proof?: string }) => api.loginEmail({ body: { ...body, ...given } })
    const { token } = await withProof({ purpose: 'loginEmail', subject: body.address }, send, setProof)
    await (onToken ?? arrive)(token)
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ address }}
      onFinish={submit}
      onValuesChange={() => setFailure(null)}
    >
      <Form.Item
        name="address"
        label="邮箱地址"
        validateTrigger="onBlur"
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
          placeholder="suixin@yanshu.test"
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={
          <span className={styles.label}>
            密码
            <Link className="small" to={authPath('forgot')}>
              忘了密码
            </Link>
          </span>
        }
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
