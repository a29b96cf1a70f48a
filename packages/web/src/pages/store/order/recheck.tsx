/** “我已付款，没有反应”: has the gateway asked now, and says what it answered. */
import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, Calls, OwnOrder } from '@yanshu/contract'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './recheck.module.css'
import { orderKey } from './use-order.ts'

type Found = AnswerOf<Calls['recheckOrder']>['found']
export type OrderClaim = BodyOf<Calls['recheckOrder']>

function wordsOf(found: Found, way: OwnOrder['way']): string {
  if (found === 'paid') return '查到了，这就给你开通。'
  if (way === 'manual') return '这一单要店主看到钱后确认。付款时写了订单号的，一般很快。'
  if (found === 'unpaid') return '支付平台说还没有收到这笔钱。刚付的话等一两分钟再点，钱到了会自己开通。'
  return '现在问不到支付平台，稍后会自动再问，钱到了会自己开通。'
}

type RecheckProps = { claim: OrderClaim; order: OwnOrder; onOrder?: (order: OwnOrder) => void }

export function Recheck({ claim, order, onOrder }: RecheckProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [says, setSays] = useState('')
  const ask = async () => {
    setBusy(true)
    setSays('')
    try {
      const { order: now, found } = await api.recheckOrder({ body: claim })
      setSays(wordsOf(found, order.way))
      client.setQueryData(orderKey(order.orderNo), now)
      onOrder?.(now)
    } catch (error) {
      setSays(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.recheck}>
      <Button icon={<RotateCw aria-hidden />} busy={busy} onClick={() => void ask()}>
        我已付款，没有反应
      </Button>
      <p role="status" className="small muted">
        {says}
      </p>
    </div>
  )
}
