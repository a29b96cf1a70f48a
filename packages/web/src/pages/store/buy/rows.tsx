/** The rows of the form that stand by themselves: who collects, and how it is paid. */
import type { PayOption } from '@yanshu/contract'
import { buyEmail } from '@yanshu/contract/calls/store'
import { groupCardCode } from '@yanshu/contract/card-code'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { ruleOf, shapeOf } from '../../../api/form.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { type PhoneRule, phoneFault } from '../shared/phone-number.ts'
import styles from './buy-form.module.css'
import { Choice } from './choice.tsx'
import { PayLook, payKey } from './looks.tsx'

const rules = shapeOf(buyEmail)

/** A rule of our own: what is wrong with the text, or null. */
export const check = (fault: (typed: string) => string | null) => ({
  validator: (_: unknown, typed: string | undefined) => {
    const wrong = fault(typed ?? '')
    return wrong === null ? Promise.resolve() : Promise.reject(new Error(wrong))
  },
})

export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.row} aria-label={name}>
      <h2>{name}</h2>
      <div>{children}</div>
    </section>
  )
}

export function PickUpRow({ phoneRule }: { phoneRule: PhoneRule }) {
  return (
    <Row name="取件">
      <div className={styles.two}>
        <Form.Item
          name="phone"
          label="手机号"
          extra="日后凭它查订单，不会收到推销"
          validateTrigger="onBlur"
          rules={[check(typed => phoneFault(typed, phoneRule))]}
        >
          <Input inputMode="tel" autoComplete="tel" maxLength={24} />
        </Form.Item>
        <Form.Item
          name="queryPassword"
          label="查询密码"
          extra="和手机号一起用，别人看不到订单的内容"
          validateTrigger="onBlur"
          rules={[ruleOf(rules.queryPassword)]}
        >
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
      </div>
    </Row>
  )
}

export function PayRow({
  options,
  chosen,
}: {
  options: readonly PayOption[]
  chosen: PayOption | undefined
}) {
  return (
    <Row name="付款">
      {options.length === 0 && <p className="muted">店主还没有开通付款方式，过些时候再来看看。</p>}
      <Form.Item name={['pay', 'way']} noStyle>
        <Choice
          label="付款方式"
          look="pay"
          options={options.map(one => ({
            value: payKey(one),
            look: <PayLook option={one} />,
          }))}
        />
      </Form.Item>
      {chosen?.way === 'card' && (
        <Form.Item
          name={['pay', 'cardCode']}
          label="付款卡密"
          className={styles.code ?? ''}
          extra="够付这一单的付款卡密；开邮箱的卡密请到“验卡密”里用"
          normalize={(typed: string) => groupCardCode(typed)}
          validateTrigger="onBlur"
          rules={[check(typed => (typed.trim() === '' ? '请输入卡密' : null))]}
        >
          <Input
            className="mono"
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="XXXX-XXXX-XXXX-XXXX"
          />
        </Form.Item>
      )}
    </Row>
  )
}
