import type { AnswerOf, Calls } from '@yanshu/contract'
import { setRelay } from '@yanshu/contract/calls/queue'
import { Form, type FormInstance, Input, Radio } from 'antd'
import { CircleCheck, CircleX, Plug } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../../../api/api-error.ts'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NumberInput } from '../../../../ui/number-input.tsx'
import { PasswordInput } from '../../../../ui/password-input.tsx'
import { StateWord } from '../../../../ui/state-word.tsx'
import type { Relay } from './queries.ts'
import styles from './relay-dialog.module.css'

type Values = Pick<Relay, 'domain' | 'host' | 'port' | 'security' | 'username'> & { password?: string }

const rules = shapeOf(setRelay)
const fresh: Values = { domain: '', host: '', port: 587, security: 'starttls', username: '' }

type RelayDialogProps = { relay: Relay | 'new' | null; onClose: () => void; onSaved: () => Promise<void> }

export function RelayDialog({ relay, onClose, onSaved }: RelayDialogProps) {
  return (
    <FormDialog
      open={relay !== null}
      title={relay === 'new' ? '添加中继' : '改中继'}
      footer={null}
      width={460}
      onCancel={onClose}
    >
      {relay !== null && <RelayForm relay={relay === 'new' ? null : relay} onSaved={onSaved} />}
    </FormDialog>
  )
}

const bodyOf = ({ domain, password, ...values }: Values) => ({
  ...values,
  ...(domain !== '' && { domain }),
  // Left empty, the old one stays, unless there is nobody to log in as.
  ...(values.username === '' ? { password: '' } : password ? { password } : {}),
})

type Said = AnswerOf<Calls['testRelay']>

/** Tries what is typed, before it is saved and mail waits for it. */
function RelayTrial({ form }: { form: FormInstance<Values> }) {
  const [said, setSaid] = useState<Said | null>(null)
  const { submit, busy, failure } = useSubmit(form, async values => {
    setSaid(null)
    setSaid(await api.testRelay({ body: bodyOf(values) }))
  })
  return (
    <>
      <Button
        icon={<Plug aria-hidden />}
        busy={busy}
        onClick={() => void form.validateFields().then(submit, () => undefined)}
      >
        试一下
      </Button>
      <div role="status">
        <Failure text={failure} />
        {said && (
          <StateWord
            tone={said.ok ? 'good' : 'bad'}
            icon={said.ok ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
          >
            {said.text}
          </StateWord>
        )}
        {said && said.said !== '' && <code className="small">{said.said}</code>}
      </div>
    </>
  )
}

function RelayForm({ relay, onSaved }: { relay: Relay | null; onSaved: () => Promise<void> }) {
  const [form] = Form.useForm<Values>()
  const { submit, busy, failure } = useSubmit(form, async values => {
    try {
      await api.setRelay({ body: bodyOf(values) })
      await onSaved()
    } catch (error) {
      if (!isApiError(error, 'notFound')) throw error
      form.setFields([{ name: 'domain', errors: ['这里没有这个域名'] }])
    }
  })
  return (
    <Form form={form} layout="vertical" initialValues={relay ?? fresh} onFinish={submit}>
      <Form.Item
        name="domain"
        label="哪个域名发的信"
        extra="空着就是全站"
        rules={[ruleOf(rules.domain.unwrap(), { optional: true })]}
      >
        <Input disabled={relay !== null} placeholder="全站" autoComplete="off" />
      </Form.Item>
      <Form.Item name="host" label="主机名" rules={[ruleOf(rules.host)]}>
        <Input placeholder="smtp.example.com" autoComplete="off" />
      </Form.Item>
      <Form.Item name="port" label="端口" rules={[ruleOf(rules.port)]}>
        <NumberInput />
      </Form.Item>
      <Form.Item name="security" label="加密">
        <Radio.Group
          options={[
            { value: 'starttls', label: 'STARTTLS' },
            { value: 'tls', label: 'TLS' },
            { value: 'none', label: '不加密' },
          ]}
        />
      </Form.Item>
      <Form.Item name="username" label="用户名" rules={[ruleOf(rules.username)]} extra="不用登录就空着">
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label="密码"
        rules={[ruleOf(rules.password.unwrap(), { optional: true })]}
        extra={relay?.hasPassword ? '不填就保留原来的' : undefined}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Failure text={failure} />
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={busy}>
          保存
        </Button>
        <RelayTrial form={form} />
      </div>
    </Form>
  )
}
