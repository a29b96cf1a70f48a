/** One form, five rows, and the bill beside it. Everything chosen shows on the bill at once. */
import { Form } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { ProofBar } from '../../../account/enter/proof-bar.tsx'
import { showField, useSubmit } from '../../../api/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { yuanText } from '../../../ui/money.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { useKeptOrders } from '../order/kept-orders.ts'
import { type Catalogue, nameFault, useNameCheck } from '../shared/queries.ts'
import { Bill, totalOf } from './bill.tsx'
import styles from './buy-form.module.css'
import { Choice } from './choice.tsx'
import { keepDraft } from './draft.ts'
import { DomainLook, PlanLook, payKey } from './looks.tsx'
import { NameField, Suggestions, Verdict } from './name-field.tsx'
import { check, PayRow, PickUpRow, Row } from './rows.tsx'
import { useBuy } from './use-buy.ts'
import { byPrice, planLike, priceOf, startOf, type Values } from './values.ts'

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
  const byHand = option?.way === 'manual'
  // Once the server refused the name, its word at the field is the reason; the verdict would say it a second time.
  const told = form.getFieldError('localPart').length > 0
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
    const now = catalogue.list.find(({ id }) => id === changed.domainId)
    if (now) form.setFieldValue('planId', planLike(now, plan))
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
          // By itself antd leaves a field where it is that stands under the bar, taking it to be in sight.
          onFinishFailed={({ errorFields: [first] }) => first && showField(form, first.name)}
          onValuesChange={onChange}
        >
          {/* A single domain is no choice; the name field shows it. */}
          {catalogue.list.length > 1 && (
            <Row name="域名">
              <Form.Item name="domainId" noStyle>
                <Choice
                  label="域名"
                  look="domain"
                  options={catalogue.list.map(one => ({ value: one.id, look: <DomainLook domain={one} /> }))}
                />
              </Form.Item>
            </Row>
          )}
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
                verdict={renew || told ? null : <Verdict {...checked} />}
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
                options={byPrice(domain.plans, renew).map(one => ({
                  value: one.id,
                  look: <PlanLook plan={one} price={priceOf(one, renew)} />,
                }))}
              />
            </Form.Item>
          </Row>
          <PickUpRow phoneRule={catalogue.phoneRule} />
          <PayRow options={catalogue.payOptions} chosen={option} />
        </Form>
      </div>
      <div>
        <Bill
          name={name}
          domain={domain.name}
          plan={plan}
          renew={renew}
          namePrice={namePrice}
          holdMinutes={byHand ? catalogue.byHandMinutes : catalogue.holdMinutes}
          byHand={byHand}
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
