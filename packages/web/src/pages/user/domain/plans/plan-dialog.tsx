/** A plan being made or changed. Prices are typed in 元 and sent in 分. */
import { calls, type PlanRow } from '@yanshu/contract'
import { Checkbox, Form, Input } from 'antd'
import { usePermission } from '../../../../account/permission.ts'
import { ApiError } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { ruleOf, shapeOf, useSubmit } from '../../../../ui/form.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { centsOf } from '../../../../ui/money.ts'
import { NumberInput } from '../../../../ui/number-input.tsx'
import { OrNone } from '../../../../ui/or-none.tsx'
import { showToast } from '../../../../ui/toast.ts'
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

const rules = shapeOf(calls.addPlan)
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

/** The server speaks of prices by their names in the contract. */
function withOwnNames(error: ApiError): ApiError {
  const own: Record<string, string> = { price: 'yuan', renewPrice: 'renewYuan' }
  const fields = Object.entries(error.fields).map(([name, text]) => [own[name] ?? name, text])
  return new ApiError({ error: error.code, msg: error.message, fields: Object.fromEntries(fields) })
}

const priceRules = [{ required: true, message: '请填写价格' }]

function PlanForm({ domainId, plan, onClose }: Omit<PlanDialogProps, 'open'>) {
  const [form] = Form.useForm<Values>()
  const { role, can, limits } = usePermission()
  const most = role === 'admin' ? null : limits.storageMb
  const renew = useRenewCatalogue()
  const { submit, busy, failure } = useSubmit(form, async ({ yuan, renewYuan, ...values }) => {
    const price = centsOf(yuan ?? 0)
    const fields = { ...values, price, renewPrice: renewYuan === null ? price : centsOf(renewYuan) }
    try {
      if (plan) await api.editPlan({ body: { id: plan.id, ...fields } })
      else await api.addPlan({ body: { domainId, ...fields } })
    } catch (error) {
      throw error instanceof ApiError ? withOwnNames(error) : error
    }
    await renew()
    showToast(plan ? '已保存' : '已上架')
    onClose()
  })
  return (
    <Form form={form} layout="vertical" initialValues={startOf(plan, most)} onFinish={submit}>
      <div className={styles.columns}>
        <Form.Item name="name" label="名称" rules={[ruleOf(rules.name)]}>
          <Input maxLength={30} placeholder="一年" />
        </Form.Item>
        <Form.Item name="hint" label="一句说明" rules={[ruleOf(rules.hint.unwrap(), { optional: true })]}>
          <Input maxLength={60} placeholder="不写就显示合每月多少" />
        </Form.Item>
        <Form.Item name="yuan" label="价格（元）" rules={priceRules}>
          <NumberInput min={0.01} max={MOST_YUAN} precision={2} />
        </Form.Item>
        <Form.Item name="renewYuan" label="续费价（元）">
          <NumberInput min={0.01} max={MOST_YUAN} precision={2} placeholder="不填同价格" />
        </Form.Item>
        <Form.Item name="days" label="天数" rules={[ruleOf(rules.days)]}>
          <OrNone none="长期" start={365} max={36_500} />
        </Form.Item>
        <Form.Item name="quotaMb" label="空间（MB）" rules={[ruleOf(rules.quotaMb)]}>
          {most === null ? (
            <OrNone none="不限" start={5120} max={10_000_000} />
          ) : (
            <NumberInput min={1} max={most} precision={0} />
          )}
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
