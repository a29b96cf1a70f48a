import type { NameStyle } from '@yanshu/contract'
import { createEmailAccount, importFields } from '@yanshu/contract/calls/email-account'
import { Form, type FormInstance, Input, Radio, Select } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { ruleOf, shapeOf } from '../../../api/form.ts'
import { useDomains } from '../../../mail/address/use-domains.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { NumberInput } from '../../../ui/number-input.tsx'
import { numberRule } from '../../../ui/number-rule.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { searchIcon } from '../../../ui/select-icons.tsx'
import { writtenDomain } from '../../../ui/written-domain.ts'
import { CommonFields, type CommonValues, commonOf } from './account-form.tsx'
import { readNames } from './names-text.ts'

export type MakeMode = 'one' | 'many'

export type MakeValues = CommonValues & {
  way: 'list' | 'random'
  domain: string
  names: string
  list: string
  count: number | null
  style: NameStyle
  password: string
}

export const newValues: MakeValues = {
  way: 'list',
  domain: '',
  names: '',
  list: '',
  count: 10,
  style: 'word',
  password: '',
  quotaMb: null,
  expiresAt: null,
  maySend: false,
  note: '',
}

const MOST = 10_000
const rules = shapeOf(createEmailAccount)
const styleOptions: readonly { value: NameStyle; label: string }[] = [
  { value: 'word', label: '拼音加数字，如 qingyun42' },
  { value: 'letters', label: '字母，如 hkwmtrya' },
  { value: 'digits', label: '数字，如 284017365' },
  { value: 'mixed', label: '字母和数字，如 k7m2p9x4aq' },
]

/** Returns the request of the form: names, or their number, and the shared fields. */
export function orderOf(mode: MakeMode, values: MakeValues, ruled: boolean, isAdmin: boolean) {
  const pasted = readNames(values.list, values.domain)
  const single = values.names.trim()
  const isRandom = mode === 'many' && values.way === 'random'
  const names = mode === 'one' ? (single === '' ? [] : [single]) : isRandom ? [] : pasted.names.slice(0, MOST)
  const random = isRandom ? (values.count ?? 0) : 0
  return {
    names,
    random,
    refused: mode === 'many' && !isRandom ? pasted.refused : [],
    count: names.length + random,
    common: {
      domain: values.domain,
      ...commonOf(values, ruled, isAdmin),
      ...(values.password && { password: values.password }),
    },
  }
}

/** The one address that the form asks for. */
export const addressOf = ({ names, domain }: Pick<MakeValues, 'names' | 'domain'>): string =>
  `${names.trim().toLowerCase()}@${domain}`

type MakeFormProps = {
  form: FormInstance<MakeValues>
  id: string
  mode: MakeMode
  values: MakeValues
  ruled: boolean
  /** Stands under a name that was refused because it rests. */
  release: ReactNode
  onFinish: (values: MakeValues) => void
}

export function MakeForm({ form, id, mode, values, ruled, release, onFinish }: MakeFormProps) {
  const { account } = usePermission()
  const domains = useDomains()
  const [first] = domains.data ?? []
  useEffect(() => {
    if (first !== undefined && !form.getFieldValue('domain'))
      form.setFields([{ name: 'domain', value: first, errors: [] }])
  }, [first, form])
  const domainSelect = (
    <Select
      showSearch={{ searchIcon }}
      aria-label="域名"
      loading={domains.isLoading}
      options={(domains.data ?? []).map(name => ({ value: name, label: `@${writtenDomain(name)}` }))}
    />
  )
  return (
    <Form form={form} id={id} layout="vertical" initialValues={newValues} onFinish={onFinish}>
      {mode === 'one' ? (
        <div className={styles.columns}>
          <Form.Item
            name="names"
            label="名字"
            rules={[ruleOf(importFields.localPart)]}
            {...(release && { extra: release })}
          >
            <Input className="mono" autoComplete="off" autoCapitalize="none" placeholder="wangfang" />
          </Form.Item>
          <Form.Item name="domain" label="域名">
            {domainSelect}
          </Form.Item>
        </div>
      ) : (
        <>
          <Form.Item name="way" label="名字">
            <Radio.Group
              options={[
                { value: 'list', label: '粘贴名单' },
                { value: 'random', label: '随机生成' },
              ]}
            />
          </Form.Item>
          {values.way === 'list' ? (
            <Form.Item name="list" extra={<Counted values={values} />}>
              <Input.TextArea
                className="mono"
                aria-label="名单"
                autoSize={{ minRows: 5, maxRows: 12 }}
                placeholder={'每行一个名字，也可以是完整地址\nwangfang\nliming'}
                spellCheck={false}
              />
            </Form.Item>
          ) : (
            <div className={styles.columns}>
              <Form.Item name="count" label="个数" rules={[numberRule({ min: 1, max: MOST })]}>
                <NumberInput aria-label="个数" />
              </Form.Item>
              <Form.Item name="style" label="样式">
                <Select options={[...styleOptions]} />
              </Form.Item>
            </div>
          )}
          <Form.Item name="domain" label="域名">
            {domainSelect}
          </Form.Item>
        </>
      )}
      <Form.Item
        name="password"
        label={mode === 'one' ? '密码' : '统一密码'}
        extra={mode === 'one' ? '不填则随机生成' : '不填则每个随机生成一个'}
        rules={[ruleOf(rules.password.unwrap(), { optional: true })]}
      >
        <PasswordInput autoComplete="new-password" aria-label="密码" />
      </Form.Item>
      <CommonFields ruled={ruled} owner={account?.name ?? ''} />
    </Form>
  )
}

/** How many names were read from what was pasted. */
function Counted({ values }: { values: MakeValues }) {
  const { names, refused } = readNames(values.list, values.domain)
  const [first] = refused
  const over = names.length > MOST ? `，一次最多 ${MOST.toLocaleString('zh-CN')} 个，多出的不建` : ''
  return (
    <span aria-live="polite">
      共 {names.length.toLocaleString('zh-CN')} 个名字{over}
      {first &&
        `，另有 ${refused.length} 个建不了：${first.address}${refused.length > 1 ? ' 等' : ''}，${first.msg}`}
    </span>
  )
}
