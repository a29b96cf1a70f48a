/** The fields of a notification address, for adding one and for changing one. */
import { addWebhook } from '@yanshu/contract/calls/webhook'
import { Checkbox, Form, type FormInstance, Input } from 'antd'
import { adviceOn, keyword, kindTexts } from '../../../../account/notice/kinds.ts'
import { usePermission } from '../../../../account/permission.ts'
import { ruleOf, shapeOf } from '../../../../api/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyIcon } from '../../../../ui/copy-button.tsx'
import styles from './hook-form.module.css'
import { type HookValues, newHook } from './hook-values.ts'
import { KindChoice } from './kind-choice.tsx'
import { MailboxSelect } from './mailbox-select.tsx'

const rules = shapeOf(addWebhook)

type HookFormProps = {
  form: FormInstance<HookValues>
  id: string
  initial: HookValues
  /** The address of the mailbox it is set for. */
  mailboxName: string | undefined
  onFinish: (values: HookValues) => void
}

export function HookForm({ form, id, initial, mailboxName, onFinish }: HookFormProps) {
  const { role } = usePermission()
  const kind = Form.useWatch('kind', form) ?? initial.kind ?? newHook.kind
  const { word, help, placeholder, mind } = kindTexts[kind]
  return (
    <Form form={form} id={id} layout="vertical" initialValues={initial} onFinish={onFinish}>
      <Form.Item name="kind" label="通知到哪里">
        <KindChoice />
      </Form.Item>
      {mind !== undefined && (
        <p className={styles.mind}>
          {mind}
          <CopyIcon text={keyword} label={`复制“${keyword}”`} />
        </p>
      )}
      <Form.Item
        name="url"
        label="地址"
        rules={[ruleOf(rules.url)]}
        validateTrigger={['onBlur', 'onChange']}
        validateDebounce={500}
        extra={<UrlHints form={form} help={help} />}
      >
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder={placeholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          onPressEnter={event => {
            event.preventDefault()
            form.submit()
          }}
        />
      </Form.Item>
      {kind === 'telegram' && (
        <Form.Item
          name="chatId"
          label="会话编号"
          rules={[
            { required: true, whitespace: true, message: '请填写 Telegram 的会话编号' },
            ruleOf(rules.chatId.unwrap(), { optional: true }),
          ]}
          extra="自己的编号可以问 @userinfobot；群的编号以 - 开头，频道填 @频道名。先给机器人发一句话，它才能发给你。"
        >
          <Input className="mono" autoComplete="off" maxLength={100} placeholder="123456789" />
        </Form.Item>
      )}
      <Form.Item
        name="name"
        label="名称"
        rules={[ruleOf(rules.name, { optional: true })]}
        extra={`给自己看的，不填就叫“${word}”`}
      >
        <Input autoComplete="off" maxLength={100} placeholder={word} />
      </Form.Item>
      {role !== 'mailbox' && (
        <Form.Item name="mailbox" label="哪个邮箱来信时通知" extra="全部，是指自己名下的；输入几个字就能找">
          <MailboxSelect known={mailboxName} />
        </Form.Item>
      )}
      <Form.Item name="onlyCode" valuePropName="checked" className={styles.last ?? ''}>
        <Checkbox>只在有验证码时通知</Checkbox>
      </Form.Item>
    </Form>
  )
}

/** Where the address comes from, and what looks wrong about the one that is there. */
function UrlHints({ form, help }: { form: FormInstance<HookValues>; help: string }) {
  const kind = Form.useWatch('kind', form) ?? newHook.kind
  const advice = adviceOn(kind, Form.useWatch('url', form) ?? '')
  const better = advice?.kind
  return (
    <>
      <span>{help}</span>
      <span role="status" className={styles.advice}>
        {advice?.says}
        {better !== undefined && (
          <Button size="small" kind="link" onClick={() => form.setFieldValue('kind', better)}>
            改成{kindTexts[better].word}
          </Button>
        )}
      </span>
    </>
  )
}
