/** A notice from an 易支付 gateway: parameters as they came, judged one by one. */
import type { SiteSettings } from '../../../operate/setting/site-settings.ts'
import { findOrderByNo } from '../../order/repository.ts'
import { centsOf } from '../money.ts'
import type { CaseReason } from '../pay-case.ts'
import { type NoticeDeps, raiseAlarm, takeNotice } from '../take-notice.ts'
import { epaySettings } from './settings.ts'
import { isSigned } from './sign.ts'

export type EpayNotifyDeps = NoticeDeps & { site: SiteSettings }

const maxFields = 50
const maxValue = 500

/** Every parameter once, and none that is a list in disguise; null otherwise. */
function plainFields(params: URLSearchParams): Record<string, string> | null {
  const fields: Record<string, string> = {}
  let count = 0
  for (const [name, value] of params) {
    count++
    const odd = !/^\w{1,40}$/.test(name) || Object.hasOwn(fields, name) || name === '__proto__'
    if (odd || count > maxFields || value.length > maxValue || /\p{Cc}/u.test(value)) return null
    fields[name] = value
  }
  return fields
}

/** True when `success` is the answer: the money is ours to look after now. */
export async function takeEpayNotice(
  deps: EpayNotifyDeps,
  params: URLSearchParams,
  from: { client: string },
): Promise<boolean> {
  const settings = epaySettings(await deps.site.read())
  const orderNo = (params.get('out_trade_no') ?? '').slice(0, 64)
  const tradeNo = (params.get('trade_no') ?? '').slice(0, 100)
  const refuse = async (reason: CaseReason, detail: string) => {
    const order = (await findOrderByNo(deps.db.query, orderNo)) ?? null
    await raiseAlarm(deps, {
      kind: 'callback',
      way: 'epay',
      reason,
      order,
      tradeNo,
      amount: null,
      // Which order was meant is told once.
      detail: detail || (order || orderNo === '' ? '' : `订单号 ${orderNo}`),
      client: from.client,
    })
    return false
  }
  if (!settings) return refuse('noSecret', '')
  const fields = plainFields(params)
  if (!fields) return refuse('badForm', '参数重复、太多或形式不对')
  if (!isSigned(fields, settings.key, settings.style)) return refuse('badSign', '')
  if (fields.pid !== settings.pid) return refuse('wrongMerchant', `商户号 ${fields.pid ?? ''}`)
  if (fields.trade_status !== 'TRADE_SUCCESS')
    return refuse('wrongState', `状态 ${fields.trade_status ?? ''}`)
  const amount = centsOf(fields.money ?? '')
  if (amount === null) return refuse('wrongAmount', `金额写作 ${fields.money ?? ''}`)
  if (!/^[\w-]{1,100}$/.test(fields.trade_no ?? '')) return refuse('badForm', '没有交易号')
  return takeNotice(deps, { way: 'epay', orderNo, tradeNo, amount }, from)
}
