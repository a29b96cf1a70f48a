/** One money matter that waits, or waited, for a person. */
import type { PayCase } from '@yanshu/contract'
import { settlePayCase } from '@yanshu/contract/calls/order'
import { Form, Input } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ruleOf, shapeOf, useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { yuanText } from '../../../../ui/money.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { TimeText } from '../../../../ui/time.tsx'
import { showToast } from '../../../../ui/toast.ts'
import styles from './case-entry.module.css'
import { useRenewOrders, wayNames } from './queries.ts'

const kindNames: Readonly<Record<PayCase['kind'], string>> = {
  callback: '可疑的支付通知',
  payment: '钱没有着落',
}

const rules = shapeOf(settlePayCase)

type CaseEntryProps = { entry: PayCase; maySettle: boolean; onOrder?: (id: string) => void }

export function CaseEntry({ entry, maySettle, onOrder }: CaseEntryProps) {
  const [settling, setSettling] = useState(false)
  const { orderId } = entry
  return (
    <li className={styles.case}>
      <div className={styles.head}>
        {entry.settledAt === null ? (
          <StateWord tone={entry.kind === 'payment' ? 'bad' : 'wait'} icon={<TriangleAlert aria-hidden />}>
            {kindNames[entry.kind]}
          </StateWord>
        ) : (
          <StateWord icon={<CircleCheck aria-hidden />}>{kindNames[entry.kind]}，已处理</StateWord>
        )}
        <span className="muted">
          {wayNames[entry.way]}
          {entry.count > 1 && `，${entry.count} 次`}
        </span>
        <TimeText at={entry.lastAt} full />
      </div>
      <p>
        {entry.reason}
        {entry.amount !== null && `，${yuanText(entry.amount)}`}
      </p>
      <p className={styles.detail}>
        {entry.orderNo !== '' && (
          <span>
            订单{' '}
            {onOrder && orderId !== null ? (
              <button type="button" className="mono" onClick={() => onOrder(orderId)}>
                {entry.orderNo}
              </button>
            ) : (
              <code>{entry.orderNo}</code>
            )}
          </span>
        )}
        {entry.tradeNo !== '' && (
          <span>
            交易号 <code>{entry.tradeNo}</code>
          </span>
        )}
        {entry.detail !== '' && <span>{entry.detail}</span>}
      </p>
      {entry.settledAt !== null && <p className={styles.detail}>处理：{entry.settledNote}</p>}
      {maySettle &&
        entry.settledAt === null &&
        (settling ? (
          <Settle id={entry.id} onClose={() => setSettling(false)} />
        ) : (
          <Button size="small" onClick={() => setSettling(true)}>
            标作已处理
          </Button>
        ))}
    </li>
  )
}

function Settle({ id, onClose }: { id: string; onClose: () => void }) {
  const [form] = Form.useForm<{ note: string }>()
  const renew = useRenewOrders()
  const { submit, busy, failure } = useSubmit(form, async ({ note }) => {
    await api.settlePayCase({ body: { id, note } })
    onClose()
    await renew()
    showToast('已标作处理过')
  })
  return (
    <Form form={form} layout="vertical" onFinish={submit} className={styles.settle ?? ''}>
      <Form.Item name="note" label="怎么处理的" rules={[ruleOf(rules.note)]}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} autoFocus />
      </Form.Item>
      <Failure text={failure} />
      <div className="line">
        <Button size="small" kind="primary" type="submit" busy={busy}>
          已处理
        </Button>
        <Button size="small" kind="quiet" onClick={onClose}>
          不了
        </Button>
      </div>
    </Form>
  )
}
