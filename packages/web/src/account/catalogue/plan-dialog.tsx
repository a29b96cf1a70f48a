/** Makes or changes a plan. Prices are typed in 元 and sent in 分. */
import type { PlanRow } from '@yanshu/contract'
import { addPlan } from '@yanshu/contract/calls/plan'
import { Checkbox, Form, Input } from 'antd'
import { ApiError } from '../../api/api-error.ts'
import { changedFields } from '../../api/changed-fields.ts'
import { ruleOf, shapeOf, useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { useSeen } from '../../api/use-seen.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedNote } from '../../ui/changed-note.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { centsOf, yuanText } from '../../ui/money.ts'
import { NumberInput } from '../../ui/number-input.tsx'
import { numberRule } from '../../ui/number-rule.ts'
import { OrNone } from '../../ui/or-none.tsx'
import { showToast } from '../../ui/toast.ts'
import { usePermission } from '../permission.ts'
import styles from './plans.module.css'
import { useRenewCatalogue } from './queries.ts'

type Values = {
  name: string
  hint: string
  days: number | null
  yuan: number | null
  renewYuan: number | null
  quotaMb: number | null
  maySend: boolean
  recommended: boolean
  onSale: boolean
}

const rules = shapeOf(addPlan)
const MOST_YUAN = 500_000

type PlanDialogProps = { domainId: string; plan: PlanRow | null; open: boolean; onClose: () => void }

export function PlanDialog({ domainId, plan, open, onClose }: PlanDialogProps) {
  return (
    <FormDialog
      open={open}
      title={plan ? `改套餐 · ${plan.name}` : '加一个套餐'}
      onCancel={onClose}
      footer={null}
      width={520}
    >
      {open && <PlanForm domainId={domainId} plan={plan} onClose={onClose} />}
    </FormDialog>
  )
}

function startOf(plan: PlanRow | null, most: number | null): Values {
  if (plan) {
    const { name, hint, days, quotaMb, maySend, recommended, onSale } = plan
    return {
      ...{ name, hint, days, quotaMb, maySend, recommended, onSale },
      yuan: plan.price / 100,
      renewYuan: plan.renewPrice / 100,
    }
  }
  return {
    name: '',
    hint: '',
    days: 365,
    yuan: null,
    renewYuan: null,
    quotaMb: Math.min(5120, most ?? 5120),
    maySend: false,
    recommended: false,
    onSale: true,
  }
}

const seenIn = ({ name, hint, days, price, renewPrice, quotaMb, maySend, recommended, onSale }: PlanRow) => ({
  ...{ name, hint, days, price, renewPrice, quotaMb, maySend, recommended, onSale },
})

function fieldsOf({ yuan, renewYuan, ...values }: Values) {
  const price = centsOf(yuan ?? 0)
  return { ...values, price, renewPrice: renewYuan === null ? price : centsOf(renewYuan) }
}

const fieldNames: Readonly<Record<string, string>> = {
  name: '名称',
  hint: '一句说明',
  days: '天数',
  price: '价格',
  renewPrice: '续费价',
  quotaMb: '空间',
  maySend: '发信',
  recommended: '“多数人选”',
  onSale: '上架',
}

/** A value of a field in words. */
function said(field: string, value: unknown): string {
  if (value === null) return field === 'days' ? '长期' : '不限'
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (typeof value !== 'number') return value === '' ? '空着' : `“${String(value)}”`
  if (field in ownNames) return yuanText(value)
  return ` ${value} ${field === 'days' ? '天' : 'MB'}`
}

/** The server names prices as the contract does; these are the form's fields. */
const ownNames: Readonly<Record<string, string>> = { price: 'yuan', renewPrice: 'renewYuan' }

function withOwnNames(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([name, text]) => [ownNames[name] ?? name, text])
  return new ApiError({ error: error.code, msg: error.message, fields: Object.fromEntries(fields) })
}

const priceBounds = { min: 0.01, max: MOST_YUAN, digits: 2 }

function PlanForm({ domainId, plan, onClose }: Omit<PlanDialogProps, 'open'>) {
  const [form] = Form.useForm<Values>()
  const { role, can, limits } = usePermission()
  const most = role === 'admin' ? null : limits.storageMb
  const renew = useRenewCatalogue()
  const seen = useSeen(plan ? seenIn(plan) : {})
  const values = Form.useWatch([], form) as Values | undefined
  const { submit, busy, failure } = useSubmit(form, async typed => {
    const fields = fieldsOf(typed)
    try {
      if (plan) {
        const change = changedFields(seen.fields, fields)
        await api.editPlan({ body: { id: plan.id, ...change, seen: seen.of(change) } })
      } else await api.addPlan({ body: { domainId, ...fields } })
    } catch (error) {
      if (seen.isOvertaken(error)) return renew()
      throw error instanceof ApiError ? withOwnNames(error) : error
    }
    await renew()
    showToast(plan ? '已保存' : '已上架')
    onClose()
  })
  const mine: Record<string, unknown> = values ? fieldsOf(values) : {}
  const overtaken = seen.changed.map(one => ({
    ...one,
    label: fieldNames[one.field] ?? one.field,
    theirs: said(one.field, one.value),
    mine: said(one.field, mine[one.field]),
  }))
  const takeTheirs = (field: string) => {
    const theirs = seen.changed.find(one => one.field === field)?.value
    const own = ownNames[field]
    form.setFieldsValue(own ? { [own]: Number(theirs) / 100 } : { [field]: theirs })
    seen.settle(field)
  }
  return (
    <Form form={form} layout="vertical" initialValues={startOf(plan, most)} onFinish={submit}>
      <div className={styles.columns}>
        <Form.Item name="name" label="名称" rules={[ruleOf(rules.name)]}>
          <Input maxLength={30} placeholder="一年" />
        </Form.Item>
        <Form.Item name="hint" label="一句说明" rules={[ruleOf(rules.hint.unwrap(), { optional: true })]}>
          <Input maxLength={60} placeholder="不写就显示合每月多少" />
        </Form.Item>
        <Form.Item name="yuan" label="价格（元）" rules={[numberRule(priceBounds)]}>
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="renewYuan"
          label="续费价（元）"
          rules={[numberRule({ ...priceBounds, optional: true })]}
        >
          <NumberInput placeholder="不填同价格" />
        </Form.Item>
        <Form.Item name="days" label="天数" rules={[ruleOf(rules.days)]}>
          <OrNone none="长期" start={365} />
        </Form.Item>
        <Form.Item
          name="quotaMb"
          label="空间（MB）"
          rules={[most === null ? ruleOf(rules.quotaMb) : numberRule({ min: 1, max: most })]}
        >
          {most === null ? <OrNone none="不限" start={5120} /> : <NumberInput />}
        </Form.Item>
      </div>
      <div className={styles.checks}>
        {(role === 'admin' || can.send) && (
          <Form.Item name="maySend" valuePropName="checked">
            <Checkbox>可以发信</Checkbox>
          </Form.Item>
        )}
        <Form.Item name="recommended" valuePropName="checked">
          <Checkbox>标作“多数人选”</Checkbox>
        </Form.Item>
        <Form.Item name="onSale" valuePropName="checked">
          <Checkbox>上架</Checkbox>
        </Form.Item>
      </div>
      <p className="small muted">改价只影响以后的订单。</p>
      <ChangedNote list={overtaken} onTheirs={takeTheirs} onMine={seen.settle} />
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          不了
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {plan ? '保存' : '加上'}
        </Button>
      </div>
    </Form>
  )
}
