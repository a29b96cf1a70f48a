/** Logging in to a system account. The boxes for the second factor appear when the server asks for it. */
import { login } from '@yanshu/contract/calls/start'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { OtherTab, type Typed } from '../../account/enter/other-tab.tsx'
import { PasswordLabel } from '../../account/enter/password-label.tsx'
import { ProofBar } from '../../account/enter/proof-bar.tsx'
import { useArrive } from '../../account/enter/use-arrive.ts'
import { isApiError } from '../../api/api-error.ts'
import { ruleOf, shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { keepLoginKind } from '../../api/login-kind.ts'
import { withProof } from '../../api/proof.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './page.module.css'

type Values = { username: string; password: string; totp?: string; remember: boolean }
type Second = 'none' | 'totp' | 'recovery'

const rules = shapeOf(login)
const secondRule = {
  safeParse: (value: unknown) => ({
    success: value !== '',
    error: { issues: [{ message: '请输入验证码' }] },
  }),
}

type SystemFormProps = {
  typed: Typed
  /** Where an address belongs. */
  onEmail: (typed: Typed) => void
}

export function SystemForm({ typed, onEmail }: SystemFormProps) {
  const [form] = Form.useForm<Values>()
  const [second, setSecond] = useState<Second>('none')
  const [proof, setProof] = useState<number | null>(null)
  const arrive = useArrive()
  const [left, setLeft] = useState(false)
  const name = Form.useWatch('username', form)?.trim() ?? ''
  const isAddress = left && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(name)
  const { submit, busy, failure, setFailure } = useSubmit(
    form,
    async ({ username, password, totp, remember }) => {
      try {
        const body = { username, password, remember, ...(second !== 'none' && totp && { totp }) }
        const { token, url } = await withProof(
          { purpose: 'login', subject: username },
          given => api.login({ body: { ...body, ...given } }),
          setProof,
        )
        keepLoginKind('system')
        await arrive(token, url)
      } catch (error) {
        if (isApiError(error, 'totpNeeded') && second === 'none') setSecond('totp')
        else if (isApiError(error, 'totpWrong')) {
          form.setFields([{ name: 'totp', value: '', errors: [error.message] }])
          form.focusField('totp')
        } else throw error
      }
    },
  )
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ username: typed.name, password: typed.password }}
      onFinish={submit}
      onValuesChange={() => setFailure(null)}
    >
      <Form.Item
        name="username"
        label="用户名"
        validateTrigger="onBlur"
        {...(isAddress && {
          extra: (
            <OtherTab
              says="这是邮箱地址吗？到“邮箱”登录"
              onGo={() => onEmail({ name, password: form.getFieldValue('password') ?? '' })}
            />
          ),
        })}
        rules={[ruleOf(rules.username)]}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          maxLength={64}
          onBlur={() => setLeft(true)}
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
      {second !== 'none' && (
        <SecondFactor
          kind={second}
          onFilled={() => form.submit()}
          onSwap={kind => {
            form.resetFields(['totp'])
            setSecond(kind)
          }}
        />
      )}
      <Form.Item name="remember" valuePropName="checked" initialValue={true}>
        <Checkbox>在这台设备上保持登录</Checkbox>
      </Form.Item>
      <Failure text={failure} />
      <ProofBar share={proof} />
      <Button kind="primary" size="large" block type="submit" busy={busy}>
        登录
      </Button>
    </Form>
  )
}

function SecondFactor(props: {
  kind: 'totp' | 'recovery'
  onFilled: () => void
  onSwap: (kind: Second) => void
}) {
  const { kind, onFilled, onSwap } = props
  const totp = kind === 'totp'
  return (
    <>
      <Form.Item
        name="totp"
        label={
          totp ? (
            <span>
              两步验证码 <span className="muted">这个账号已开启</span>
            </span>
          ) : (
            '备用码'
          )
        }
        validateTrigger="onSubmit"
        rules={[ruleOf(secondRule)]}
        {...(!totp && { extra: '开启两步验证时保存的那些，每个只能用一次' })}
      >
        {totp ? (
          <Input.OTP length={6} autoFocus inputMode="numeric" aria-label="六位验证码" onChange={onFilled} />
        ) : (
          <Input className="mono" autoFocus autoComplete="off" maxLength={32} />
        )}
      </Form.Item>
      <p className={`small ${styles.again}`}>
        <button type="button" onClick={() => onSwap(totp ? 'recovery' : 'totp')}>
          {totp ? '手机不在身边，用备用码' : '改用手机上的验证码'}
        </button>
      </p>
    </>
  )
}
