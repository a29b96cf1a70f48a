/** Where one of the own mailboxes forwards to. */
import { Checkbox, Form, Select } from 'antd'
import { ApiError } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { isRecipient } from '../../../../compose/addresses.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { Bones } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useUnsavedForm } from '../../../../ui/unsaved.tsx'
import { OwnMailbox } from './own-mailbox.tsx'
import { useForwarding, useRenewSending } from './queries.ts'

type Values = { to: string[]; keep: boolean }

const MOST = 5

export function ForwardingForm() {
  return <OwnMailbox id="forwarding-mailbox">{mailbox => <Choice mailbox={mailbox} />}</OwnMailbox>
}

function Choice({ mailbox }: { mailbox: string | null }) {
  const { data, error, refetch } = useForwarding(mailbox)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data || mailbox === null) return <Bones lines={2} />
  return <Loaded key={mailbox} mailbox={mailbox} values={data} />
}

function Loaded({ mailbox, values }: { mailbox: string; values: Values }) {
  const [form] = Form.useForm<Values>()
  useUnsavedForm(form, values)
  const to = Form.useWatch('to', form) ?? values.to
  const renew = useRenewSending()
  const { submit, busy, failure } = useSubmit(form, async given => {
    try {
      const { forwarding } = await api.setForwarding({
        body: { mailbox, to: given.to, keep: given.to.length === 0 || given.keep },
      })
      form.setFieldsValue(forwarding)
      showToast(forwarding.to.length === 0 ? '不再转发' : '已保存，新来的信会转过去')
      await renew('forwarding')
    } catch (error) {
      const faults = error instanceof ApiError ? Object.entries(error.fields) : []
      const wrong = faults.filter(([name]) => name.startsWith('to'))
      if (wrong.length === 0) throw error
      form.setFields([{ name: 'to', errors: wrong.map(([, words]) => words) }])
    }
  })
  return (
    <Form form={form} layout="vertical" initialValues={values} onFinish={submit}>
      <Form.Item
        name="to"
        label="转发到"
        extra={`最多 ${MOST} 个地址，空着就不转发`}
        rules={[
          {
            validator: (_, list: string[] = []) => {
              const wrong = list.filter(one => !isRecipient(one))
              if (wrong.length > 0) return Promise.reject(new Error(`地址不完整：${wrong.join('，')}`))
              if (list.length > MOST) return Promise.reject(new Error(`最多转发到 ${MOST} 个地址`))
              return Promise.resolve()
            },
          },
        ]}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ';', '，', '；', ' ', '\n']}
          placeholder="地址，按回车加上"
        />
      </Form.Item>
      {/* Always there: a row that came when the field is left would move the button from under the click. */}
      <Form.Item name="keep" valuePropName="checked">
        <Checkbox disabled={to.length === 0}>自己也留一份</Checkbox>
      </Form.Item>
      <Failure text={failure} />
      <Button type="submit" busy={busy}>
        保存
      </Button>
    </Form>
  )
}
