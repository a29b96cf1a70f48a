/** One form, five rows, and the bill beside it. Everything chosen shows on the bill at once. */
import { calls, groupCardCode } from '@yanshu/contract'
import { Form, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../ui/form.ts'
import { yuanText } from '../../../ui/money.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { ProofBar } from '../../auth/proof-bar.tsx'
import { useKeptOrders } from '../order/kept-orders.ts'
import { phoneFault } from '../phone-number.ts'
import { type Catalogue, nameFault, useNameCheck } from '../queries.ts'
import { Bill, totalOf } from './bill.tsx'
import styles from './buy-form.module.css'
import { Choice } from './choice.tsx'
import { keepDraft, readDraft } from './draft.ts'
import { DomainLook, PayLook, PlanLook, payKey } from './looks.tsx'
import { NameField, Suggestions, Verdict } from './name-field.tsx'
import { useBuy } from './use-buy.ts'

const rules = shapeOf(calls.buyEmail)

type Values = {
  domainId: string
  localPart: string
  planId: string
  phone: string
  queryPassword: string
  pay: { way: string; cardCode: string }
}

const check = (fault: (typed: string) => string | null) => ({
  validator: (_: unknown, typed: string | undefined) => {
    const wrong = fault(typed ?? '')
    return wrong === null ? Promise.resolve() : Promise.reject(new Error(wrong))
  },
})

/** What the form begins with: the address to renew, what was chosen before, or the first of everything. */
function startOf({ list, payOptions }: Catalogue, renew: string | null): Values {
  const draft = readDraft()
  const [first] = list
  const at = renew?.lastIndexOf('@') ?? -1
  const named = renew && list.find(domain => domain.name === renew.slice(at + 1))
  const domain = named || (list.find(({ id }) => id === draft.domainId) ?? first)
  const plan =
    domain?.plans.find(({ id }) => id === draft.planId) ??
    domain?.plans.find(({ recommended }) => recommended) ??
    domain?.plans[0]
  const pay = payOptions.find(option => payKey(option) === draft.pay) ?? payOptions[0]
  return {
    domainId: domain?.id ?? '',
    localPart: renew && at > 0 ? renew.slice(0, at) : (draft.localPart ?? ''),
    planId: plan?.id ?? '',
    phone: draft.phone ?? '',
    queryPassword: '',
    pay: { way: pay ? payKey(pay) : '', cardCode: '' },
  }
}

export function BuyForm({ catalogue }: { catalogue: Catalogue }) {
  const [params, setParams] = useSearchParams()
  const renews = params.get('renew')
  const renew = renews !== null
  const [form] = Form.useForm<Values>()
  const formId = useId()
  const start = startOf(catalogue, renews)
  const values = { ...start, ...Form.useWatch<Values | undefined>([], form) }
  const domain = catalogue.list.find(({ id }) => id === values.domainId) ?? catalogue.list[0]
  const plan = domain?.plans.find(({ id }) => id === values.planId) ?? domain?.plans[0]
  const option = catalogue.payOptions.find(one => payKey(one) === values.pay.way)
  const name = values.localPart.trim().toLowerCase()
  const orders = useKeptOrders(state => state.orders)
  const changing = params.get('change')
  const mine =
    orders.find(({ orderNo, open }) => open && orderNo === changing) ??
    orders.find(order => order.open && order.address === `${name}@${domain?.name}`)
  const checked = useNameCheck(renew ? '' : (domain?.id ?? ''), values.localPart, mine?.claimToken)
  const { buy, proof } = useBuy()
  const phoneWide = useMedia(PHONE)
  const namePrice = renew ? 0 : (checked.answer?.namePrice ?? 0)
  const total = plan ? totalOf(plan, renew, namePrice) : 0
  const { submit, busy, failure, setFailure } = useSubmit(form, async given => {
    if (!domain || !plan || !option) return
    await buy({
      domainId: domain.id,
      domain: domain.name,
      planId: plan.id,
      localPart: given.localPart,
      renew,
      phone: given.phone,
      queryPassword: given.queryPassword,
      option,
      cardCode: given.pay.cardCode ?? '',
      price: total,
      instead: mine,
    })
  })
  if (!domain || !plan) return null
  const state = renew ? undefined : checked.answer?.state
  const button = (
    <Button
      kind="primary"
      size="large"
      block
      type="submit"
      form={formId}
      busy={busy}
      disabledReason={
        !option
          ? '店主还没有开通付款方式'
          : state !== undefined && state !== 'free'
            ? '这个名字买不了，换一个'
            : null
      }
    >
      {!option || option.way === 'manual' ? '下单' : `用${option.name}付款`}
    </Button>
  )
  const onChange = (changed: Partial<Values>) => {
    setFailure(null)
    const all = form.getFieldsValue(true) as Values
    const now = catalogue.list.find(({ id }) => id === all.domainId)
    if (changed.domainId !== undefined && now && !now.plans.some(({ id }) => id === all.planId)) {
      const same = now.plans.find(one => one.name === plan.name && one.days === plan.days)
      const next = same ?? now.plans.find(one => one.recommended) ?? now.plans[0]
      form.setFieldValue('planId', next?.id)
    }
    const { domainId, planId, localPart, phone, pay } = form.getFieldsValue(true) as Values
    keepDraft({ domainId, planId, localPart, phone, pay: pay.way })
  }
  return (
    <div className={styles.columns}>
      <div>
        {/* Outside the form: antd stretches a legend inside one, seen or not. */}
        <Segmented
          label="买新地址或续费"
          items={[
            { name: 'buy', label: '买新地址' },
            { name: 'renew', label: '给已有的续费' },
          ]}
          active={renew ? 'renew' : 'buy'}
          onChange={way => setParams(way === 'renew' ? { renew: '1' } : {}, { replace: true })}
        />
        <Form<Values>
          form={form}
          id={formId}
          layout="vertical"
          initialValues={start}
          onFinish={submit}
          onValuesChange={onChange}
        >
          <Row name="域名">
            <Form.Item name="domainId" noStyle>
              <Choice
                label="域名"
                look="domain"
                options={catalogue.list.map(one => ({ value: one.id, look: <DomainLook domain={one} /> }))}
              />
            </Form.Item>
          </Row>
          <Row name="名字">
            <Form.Item
              name="localPart"
              className={styles.bare ?? ''}
              validateDebounce={300}
              rules={[check(typed => (typed.trim() === '' ? '请填写名字' : nameFault(typed)))]}
            >
              <NameField
                domain={domain.name}
                good={state === 'free'}
                verdict={renew ? null : <Verdict {...checked} />}
              />
            </Form.Item>
            {renew ? (
              <p className={`small muted ${styles.under}`}>
                填要续费的邮箱。谁都可以替它付，好处归邮箱的主人。
              </p>
            ) : (
              <Suggestions
                says={name === '' ? '这些还空着' : '这些也空着'}
                names={name === '' ? domain.samples : checked.suggestions}
                onPick={picked => {
                  form.setFieldValue('localPart', picked)
                  void form.validateFields(['localPart']).catch(() => undefined)
                  onChange({ localPart: picked })
                }}
                onAgain={name === '' ? null : checked.again}
              />
            )}
          </Row>
          <Row name="套餐">
            <Form.Item name="planId" noStyle>
              <Choice
                label="套餐"
                look="plan"
                options={domain.plans.map(one => ({
                  value: one.id,
                  look: <PlanLook plan={one} price={renew ? one.renewPrice : one.price} />,
                }))}
              />
            </Form.Item>
          </Row>
          <Row name="取件">
            <div className={styles.two}>
              <Form.Item
                name="phone"
                label="手机号"
                extra="日后凭它查订单，不会收到推销"
                validateTrigger="onBlur"
                rules={[check(typed => phoneFault(typed, catalogue.phoneRule))]}
              >
                <Input inputMode="tel" autoComplete="tel" maxLength={24} />
              </Form.Item>
              <Form.Item
                name="queryPassword"
                label="查询密码"
                extra="和手机号一起用，别人查不到你的订单"
                validateTrigger="onBlur"
                rules={[ruleOf(rules.queryPassword)]}
              >
                <PasswordInput autoComplete="new-password" />
              </Form.Item>
            </div>
          </Row>
          <Row name="付款">
            {catalogue.payOptions.length === 0 && (
              <p className="muted">店主还没有开通付款方式，过些时候再来看看。</p>
            )}
            <Form.Item name={['pay', 'way']} noStyle>
              <Choice
                label="付款方式"
                look="pay"
                options={catalogue.payOptions.map(one => ({
                  value: payKey(one),
                  look: <PayLook option={one} />,
                }))}
              />
            </Form.Item>
            {option?.way === 'card' && (
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
        </Form>
      </div>
      <div>
        <Bill
          name={name}
          domain={domain.name}
          plan={plan}
          renew={renew}
          namePrice={namePrice}
          holdMinutes={catalogue.holdMinutes}
        >
          {!phoneWide && (
            <>
              <Failure text={failure} />
              <ProofBar share={proof} />
              {button}
            </>
          )}
        </Bill>
      </div>
      {phoneWide && (
        <div className={styles.bar}>
          <Failure text={failure} />
          <ProofBar share={proof} />
          <div className={styles.pay}>
            <span>
              <small className="muted">应付</small>
              <b>{yuanText(total)}</b>
            </span>
            {button}
          </div>
        </div>
      )}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.row} aria-label={name}>
      <h2>{name}</h2>
      <div>{children}</div>
    </section>
  )
}
