import { setSignature } from '@yanshu/contract/calls/sent'
import { Form, Input } from 'antd'
import { ErrorState } from '../../../../api/error-state.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { Bones } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useUnsavedForm } from '../../../../ui/unsaved.tsx'
import styles from '../shared/account-tab.module.css'
import { useOwnSignature, useRenewSending } from './queries.ts'

type Values = { name: string; signature: string }

const rules = shapeOf(setSignature)

export function SignatureForm() {
  const { data, error, refetch } = useOwnSignature()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={3} />
  return <Loaded name={data.name} signature={data.signature} />
}

function Loaded({ name, signature }: Values) {
  const [form] = Form.useForm<Values>()
  useUnsavedForm(form, { name, signature })
  const renew = useRenewSending()
  const { submit, busy, failure } = useSubmit(form, async values => {
    form.setFieldsValue(await api.setSignature({ body: values }))
    showToast('已保存')
    await renew('signature')
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ name, signature }}
      onFinish={submit}
      className={styles.narrow ?? ''}
    >
      <Form.Item name="name" label="发件人显示的名字" rules={[ruleOf(rules.name)]}>
        <Input maxLength={100} autoComplete="name" placeholder="不填就只显示地址" />
      </Form.Item>
      <Form.Item name="signature" label="签名" rules={[ruleOf(rules.signature)]}>
        <Input.TextArea rows={4} maxLength={2000} placeholder="可以分行" />
      </Form.Item>
      <Failure text={failure} />
      <Button type="submit" busy={busy}>
        保存
      </Button>
    </Form>
  )
}
