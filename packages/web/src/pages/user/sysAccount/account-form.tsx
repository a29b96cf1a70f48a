/** The fields of a system account, for making one and for changing one. */
import type { Ability, AbilitySet, LimitSet, Page, SysAccount, SysRole, SysStatus } from '@yanshu/contract'
import { createSysAccount } from '@yanshu/contract/calls/account'
import { abilities, limits, pages } from '@yanshu/contract/permission'
import { abilityNames, limitNames, pageNames } from '@yanshu/contract/permission-names'
import { Checkbox, Form, type FormInstance, Input, Radio } from 'antd'
import { ruleOf, shapeOf } from '../../../api/form.ts'
import { numberRule } from '../../../ui/number-rule.ts'
import { OrNone } from '../../../ui/or-none.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import styles from './account-form.module.css'
import { roleOptions, statusOptions } from './queries.ts'

const limitRules = [numberRule({ min: 0, max: 1_000_000_000, optional: true })]

export type AccountValues = {
  username: string
  password?: string
  role: SysRole
  status: SysStatus
  note: string
  pages: Page[]
  can: Ability[]
  limits: LimitSet
}

const rules = shapeOf(createSysAccount)

/** Whether somebody has 系统账号 goes by the role alone. */
const choosable = pages.filter(page => page !== 'sysAccount')

/** A new customer: everything but other people's accounts, within modest limits. */
export const newAccount: AccountValues = {
  username: '',
  role: 'user',
  status: 'active',
  note: '',
  pages: choosable,
  can: ['send', 'upload', 'createDomain', 'useApi'],
  limits: { domains: 3, mailboxes: 100, storageMb: 1024, sendsPerDay: 200, apiPerMinute: 60 },
}

export function valuesOf(account: SysAccount): AccountValues {
  return { ...account, can: abilities.filter(ability => account.can[ability]) }
}

export function abilitySetOf(can: readonly Ability[]): AbilitySet {
  return {
    send: can.includes('send'),
    upload: can.includes('upload'),
    createDomain: can.includes('createDomain'),
    createCard: can.includes('createCard'),
    useApi: can.includes('useApi'),
  }
}

type AccountFormProps = {
  form: FormInstance<AccountValues>
  id: string
  initial: AccountValues
  isNew: boolean
  onFinish: (values: AccountValues) => void
}

export function AccountForm({ form, id, initial, isNew, onFinish }: AccountFormProps) {
  return (
    <Form form={form} id={id} layout="vertical" initialValues={initial} onFinish={onFinish}>
      <Form.Item
        name="username"
        label="用户名"
        rules={[ruleOf(rules.username)]}
        validateDebounce={300}
        extra="2 到 32 位，小写字母、数字和中间的 . _ -"
      >
        <Input autoComplete="off" autoCapitalize="none" maxLength={32} />
      </Form.Item>
      {isNew && (
        <Form.Item
          name="password"
          label="初始密码"
          rules={[ruleOf(rules.password.unwrap(), { optional: true })]}
          validateDebounce={300}
          extra="不填则随机生成，保存后显示一次"
        >
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
      )}
      <div className={styles.columns}>
        <Form.Item name="role" label="角色">
          <Radio.Group options={[...roleOptions]} />
        </Form.Item>
        <Form.Item name="status" label="状态">
          <Radio.Group options={[...statusOptions]} />
        </Form.Item>
      </div>
      <Form.Item name="note" label="备注" rules={[ruleOf(rules.note.unwrap(), { optional: true })]}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </Form.Item>
      <Form.Item name="pages" label="能看到的页面" extra="管理员另有“系统账号”，别人都没有">
        <Checkbox.Group
          className={styles.choices ?? ''}
          options={choosable.map(page => ({ value: page, label: pageNames[page] }))}
        />
      </Form.Item>
      <Form.Item name="can" label="能做的事">
        <Checkbox.Group
          className={styles.choices ?? ''}
          options={abilities.map(ability => ({ value: ability, label: abilityNames[ability] }))}
        />
      </Form.Item>
      <div className={styles.columns}>
        {limits.map(limit => (
          <Form.Item key={limit} name={['limits', limit]} label={limitNames[limit]} rules={limitRules}>
            <OrNone none="不限" start={0} label={limitNames[limit]} />
          </Form.Item>
        ))}
      </div>
    </Form>
  )
}
