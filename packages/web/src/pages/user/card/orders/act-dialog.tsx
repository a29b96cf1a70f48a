/** Asks before an operator's action on an order: mark as paid, close, refund, change the note. */
import type { OrderRow } from '@yanshu/contract'
import { markPaid, refundOrder } from '@yanshu/contract/calls/order'
import { Checkbox, Form, Input } from 'antd'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { centsOf, yuanText } from '../../../../ui/money.ts'
import { NumberInput } from '../../../../ui/number-input.tsx'
import { numberRule } from '../../../../ui/number-rule.ts'
import { showToast } from '../../../../ui/toast.ts'
import styles from './act-dialog.module.css'
import { actNames, type OrderAct } from './order-columns.tsx'
import { useRenewOrders } from './queries.ts'

export type Asked = { act: OrderAct; row: OrderRow }

/** The amount is in yuan. */
type Values = { tradeNo?: string; note?: string; amount?: number | null; stopMailbox?: boolean }

/** It may be called up from the drawer, whose place antd gives the same height. */
const OVER_DRAWERS = 1200

const refundRules = shapeOf(refundOrder)
const paidRules = shapeOf(markPaid)

export function ActDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  return (
    <FormDialog
      open={asked !== null}
      title={asked ? `${actNames[asked.act]} · ${asked.row.address}` : ''}
      onCancel={onClose}
      footer={null}
      width={480}
      zIndex={OVER_DRAWERS}
    >
      {asked && <ActForm {...asked} onClose={onClose} />}
    </FormDialog>
  )
}

const says: Readonly<Record<OrderAct, (row: OrderRow) => string>> = {
  paid: row => `确认收到 ${yuanText(row.price)}，随即给买家开通。收错了只能退款，不能改回去。`,
  close: () => '买家还没付款。关闭后名字放开，别人可以买；之后要是又收到钱，照样会开通或换成付款卡密。',
  refund: row =>
    row.way === 'card'
      ? '钱退回付款的卡密，那张卡密又可以用。'
      : '这里只记下退款。钱要你在支付平台或银行退给买家。',
  note: () => '备注只有管理员看得到。',
}

const done: Readonly<Record<OrderAct, string>> = {
  paid: '已确认收款',
  close: '已关闭',
  refund: '已记下退款',
  note: '已保存',
}

function send(act: OrderAct, row: OrderRow, values: Values): Promise<unknown> {
  const { id } = row
  const note = values.note?.trim() ?? ''
  switch (act) {
    case 'paid':
      return api.markPaid({
        body: { id, ...(values.tradeNo && { tradeNo: values.tradeNo }), ...(note !== '' && { note }) },
      })
    case 'close':
      return api.closeOrder({ body: { id, ...(note !== '' && { note }) } })
    case 'refund':
      return api.refundOrder({
        body: {
          id,
          note,
          refundedBefore: row.refunded,
          ...(typeof values.amount === 'number' && { amount: centsOf(values.amount) }),
          ...(values.stopMailbox && { stopMailbox: true }),
        },
      })
    case 'note':
      return api.noteOrder({ body: { id, note } })
  }
}

function ActForm({ act, row, onClose }: Asked & { onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const renew = useRenewOrders()
  const left = (row.paid - row.refunded) / 100
  const { submit, busy, failure } = useSubmit(form, async values => {
    await send(act, row, values)
    await renew()
    showToast(done[act])
    onClose()
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ note: act === 'note' ? row.note : '', amount: left }}
      onFinish={submit}
    >
      <p className="muted">{says[act](row)}</p>
      {act === 'paid' && (
        <Form.Item
          name="tradeNo"
          label="交易号"
          extra="支付平台或转账的编号，有就填"
          rules={[ruleOf(paidRules.tradeNo.unwrap(), { optional: true })]}
        >
          <Input className="mono" autoComplete="off" maxLength={64} />
        </Form.Item>
      )}
      {act === 'refund' && (
        <>
          <Form.Item
            name="amount"
            label="退多少（元）"
            extra={row.refunded > 0 ? `已经退了 ${yuanText(row.refunded)}` : undefined}
            rules={[numberRule({ min: 0.01, max: left, digits: 2 })]}
          >
            <NumberInput className={styles.wide ?? ''} />
          </Form.Item>
          {row.status === 'done' && !row.renew && (
            <Form.Item name="stopMailbox" valuePropName="checked">
              <Checkbox>同时停用这一单开通的邮箱</Checkbox>
            </Form.Item>
          )}
        </>
      )}
      <Form.Item
        name="note"
        label={act === 'refund' ? '退款的原因' : '备注'}
        rules={[
          act === 'refund' ? ruleOf(refundRules.note) : ruleOf(paidRules.note.unwrap(), { optional: true }),
        ]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      <div className={styles.buttons}>
        <div className="grow">
          <Failure text={failure} />
        </div>
        <Button kind="quiet" onClick={onClose}>
          不了
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {act === 'note' ? '保存' : actNames[act]}
        </Button>
      </div>
    </Form>
  )
}
