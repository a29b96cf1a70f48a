/** A visitor makes a mailbox with a password of its own. */
import { useQuery } from '@tanstack/react-query'
import { regEmail } from '@yanshu/contract/calls/mailbox'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ProofBar } from '../../account/enter/proof-bar.tsx'
import { useArrive } from '../../account/enter/use-arrive.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { paths } from '../../site/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import { authKeys } from './keys.ts'

type Values = { localPart: string; domain: string; password: string; confirm: string }

const rules = shapeOf(regEmail)

export function RegisterForm() {
  const domains = useQuery({
    queryKey: authKeys.domains,
    queryFn: ({ signal }) => api.getArrDomains({}, { signal }),
  })
  if (domains.isPending) return <Bones lines={5} />
  if (domains.isError) return <ErrorState error={domains.error} retry={() => void domains.refetch()} />
  if (domains.data.list.length === 0)
    return (
      <Empty drawing={<Drawing of="domains" />} text="还没有开放注册的域名，过些时候再来看看。">
        <ButtonLink to={paths.home}>回首页</ButtonLink>
      </Empty>
    )
  return <Fields domains={domains.data.list} />
}

function Fields({ domains }: { domains: readonly string[] }) {
  const [form] = Form.useForm<Values>()
  const [proof, setProof] = useState<number | null>(null)
  const arrive = useArrive()
  const { submit, busy, failure, setFailure } = useSubmit(form, async ({ localPart, domain, password }) => {
    const body = { localPart: localPart.trim().toLowerCase(), domain, password }
    const send = (given: { proof?: string }) => api.regEmail({ body: { ...body, ...given } })
    const { token } = await withProof('regEmail', send, setProof)
    await arrive(token)
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ domain: domains[0] }}
      onFinish={submit}
      onValuesChange={() => setFailure(null)}
    >
      <Form.Item
        name="localPart"
        label="名字"
        rules={[ruleOf(rules.localPart.unwrap())]}
        validateDebounce={300}
      >
        <Input className="mono" autoComplete="username" autoCapitalize="none" autoFocus maxLength={64} />
      </Form.Item>
      <Form.Item name="domain" label="域名">
        <Select
          options={domains.map(domain => ({
            value: domain,
            label: `@${domain}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label="密码"
        rules={[ruleOf(rules.password.unwrap())]}
        validateDebounce={300}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label="再输一遍"
        dependencies={['password']}
        validateTrigger="onBlur"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入的不一样')),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Failure text={failure} />
      <ProofBar share={proof} />
      <Button kind="primary" size="large" block type="submit" busy={busy}>
        注册
      </Button>
    </Form>
  )
}
