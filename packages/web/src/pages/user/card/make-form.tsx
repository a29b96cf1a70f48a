import { createCard } from '@yanshu/contract/calls/card'
import { Checkbox, DatePicker, Form, type FormInstance, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf } from '../../../api/form.ts'
import { useDomains } from '../../../mail/address/use-domains.ts'
import { NumberInput } from '../../../ui/number-input.tsx'
import { numberRule } from '../../../ui/number-rule.ts'
import { OrNone } from '../../../ui/or-none.tsx'
import { chosenIcon, clearable, searchIcon } from '../../../ui/select-icons.tsx'
import { writtenDomain } from '../../../ui/written-domain.ts'
import { AccountSelect } from './account-select.tsx'
import styles from './make-drawer.module.css'
import { type MakeValues, newBatch } from './make-values.ts'

const rules = shapeOf(createCard)

type MakeFormProps = {
  form: FormInstance<MakeValues>
  id: string
  kind: MakeValues['kind']
  onFinish: (values: MakeValues) => void
}

export function MakeForm({ form, id, kind, onFinish }: MakeFormProps) {
  const { can, role, limits } = usePermission()
  const domains = useDomains()
  const opens = kind === 'open'
  const several = opens || kind === 'renew'
  const maySend = role === 'admin' || can.send
  const most = role === 'admin' ? null : limits.storageMb
  return (
    <Form
      form={form}
      id={id}
      layout="vertical"
      initialValues={{ ...newBatch, quotaMb: Math.min(newBatch.quotaMb ?? 0, most ?? 1024) }}
      onFinish={onFinish}
    >
      <Form.Item name="kind" label="用途">
        <Radio.Group
          options={[
            { value: 'open', label: '开新邮箱' },
            { value: 'given', label: '开备好的邮箱' },
            { value: 'renew', label: '续期' },
            ...(role === 'admin' ? [{ value: 'pay', label: '在商店付款' }] : []),
          ]}
        />
      </Form.Item>
      <div className={styles.columns}>
        <Form.Item name="count" label="张数" rules={[ruleOf(rules.count)]}>
          <NumberInput />
        </Form.Item>
        {several && (
          <Form.Item name="uses" label="每张能用几次" rules={[ruleOf(rules.uses.unwrap())]}>
            <NumberInput />
          </Form.Item>
        )}
        {kind === 'pay' ? (
          <Form.Item
            name="yuan"
            label="每张多少钱（元）"
            extra="可以分几次用完"
            rules={[numberRule({ min: 0.01, max: 1_000_000, digits: 2 })]}
          >
            <NumberInput />
          </Form.Item>
        ) : (
          <Form.Item
            name="days"
            label={kind === 'renew' ? '加多少天' : '有效天数，从使用那天算起'}
            rules={[kind === 'renew' ? numberRule({ min: 1, max: 36_500 }) : ruleOf(rules.days)]}
          >
            {kind === 'renew' ? <NumberInput /> : <OrNone none="长期" start={30} />}
          </Form.Item>
        )}
        {opens && (
          <Form.Item
            name="quotaMb"
            label="空间（MB）"
            rules={[most === null ? ruleOf(rules.quotaMb.unwrap()) : numberRule({ min: 1, max: most })]}
          >
            {most === null ? <OrNone none="不限" start={1024} /> : <NumberInput />}
          </Form.Item>
        )}
      </div>
      {several && (
        <Form.Item
          name="domains"
          label="域名"
          extra={
            opens
              ? '用的人从这些域名里选一个；不选则是所有开放的域名'
              : '只能给这些域名上的邮箱续期；不选则不限'
          }
        >
          <Select
            mode="multiple"
            showSearch={{ searchIcon }}
            menuItemSelectedIcon={chosenIcon}
            allowClear={clearable}
            placeholder={opens ? '所有开放的域名' : '不限'}
            loading={domains.isLoading}
            options={(domains.data ?? []).map(name => ({ value: name, label: `@${writtenDomain(name)}` }))}
          />
        </Form.Item>
      )}
      {kind === 'given' && (
        <Form.Item
          name="mailboxIds"
          label="邮箱账号"
          extra="平均分给各张卡密，个数要是张数的倍数；用卡密的人拿到新密码"
          rules={[{ required: true, message: '请选择邮箱' }]}
        >
          <AccountSelect />
        </Form.Item>
      )}
      {opens && maySend && (
        <Form.Item name="maySend" valuePropName="checked">
          <Checkbox>新邮箱可以发信</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="expiresAt" label="最晚使用" extra="过了这一天就不能用了；不选则不限">
        <DatePicker className={styles.wide ?? ''} minDate={dayjs()} placeholder="不限" />
      </Form.Item>
      <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          placeholder="比如卖到哪里，只有你和管理员看得到"
        />
      </Form.Item>
    </Form>
  )
}
