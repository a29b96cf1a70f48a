/** The automatic answer of one of the caller's mailboxes. */
import type { AutoReply } from '@yanshu/contract'
import { setAutoReply } from '@yanshu/contract/calls/queue'
import { Checkbox, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { ErrorState } from '../../../../api/error-state.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { Bones } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useUnsavedForm } from '../../../../ui/unsaved.tsx'
import styles from './auto-reply-form.module.css'
import { OwnMailbox } from './own-mailbox.tsx'
import { useAutoReply, useRenewSending } from './queries.ts'

type Values = Pick<AutoReply, 'enabled' | 'subject' | 'text'> & { from: Dayjs | null; until: Dayjs | null }

const rules = shapeOf(setAutoReply)

const dayOf = (time: string | null): Dayjs | null => (time === null ? null : dayjs(time))

const valuesOf = (reply: AutoReply): Values => ({
  ...reply,
  from: dayOf(reply.from),
  until: dayOf(reply.until),
})

export function AutoReplyForm() {
  return <OwnMailbox id="auto-reply-mailbox">{mailbox => <Choice mailbox={mailbox} />}</OwnMailbox>
}

function Choice({ mailbox }: { mailbox: string | null }) {
  const { data, error, refetch } = useAutoReply(mailbox)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data || mailbox === null) return <Bones lines={2} />
  return <Loaded key={mailbox} mailbox={mailbox} reply={data} />
}

function Loaded({ mailbox, reply }: { mailbox: string; reply: AutoReply }) {
  const [form] = Form.useForm<Values>()
  useUnsavedForm(form, valuesOf(reply))
  const enabled = Form.useWatch('enabled', form) ?? reply.enabled
  const renew = useRenewSending()
  const { submit, busy, failure } = useSubmit(form, async ({ from, until, ...values }) => {
    const { autoReply } = await api.setAutoReply({
      body: {
        mailbox,
        ...values,
        from: from?.startOf('day').toISOString() ?? null,
        until: until?.endOf('day').toISOString() ?? null,
      },
    })
    form.setFieldsValue(valuesOf(autoReply))
    showToast(autoReply.enabled ? '已保存，来信会自动回复' : '不再自动回复')
    await renew('autoReply')
  })
  return (
    <Form form={form} layout="vertical" initialValues={valuesOf(reply)} onFinish={submit}>
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>自动回复来信</Checkbox>
      </Form.Item>
      <div hidden={!enabled}>
        <div className={styles.days}>
          <Form.Item name="from" label="从哪天起">
            <DatePicker className={styles.day ?? ''} placeholder="马上" />
          </Form.Item>
          <Form.Item
            name="until"
            label="到哪天为止"
            dependencies={['from']}
            rules={[
              {
                validator: (_, until: Dayjs | null) => {
                  const from = form.getFieldValue('from') as Dayjs | null
                  const backwards = from && until?.isBefore(from, 'day')
                  return backwards ? Promise.reject(new Error('结束要晚于开始')) : Promise.resolve()
                },
              },
            ]}
          >
            <DatePicker className={styles.day ?? ''} placeholder="一直" />
          </Form.Item>
        </div>
        <Form.Item name="subject" label="主题" rules={[ruleOf(rules.subject)]}>
          <Input maxLength={200} autoComplete="off" placeholder="自动回复：来信的主题" />
        </Form.Item>
        <Form.Item
          name="text"
          label="正文"
          rules={[ruleOf(rules.text), { required: enabled, whitespace: true, message: '请写下要回复的话' }]}
        >
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={5000} placeholder="可以分行" />
        </Form.Item>
      </div>
      <Failure text={failure} />
      <Button type="submit" busy={busy}>
        保存
      </Button>
    </Form>
  )
}
