/** A notice from an 易支付 gateway: parameters as they came, judged one by one. */
import { type Fact, fact } from '../../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../../ledger/setting/site-settings.ts'
import { centsOf } from '../../format/money.ts'
import type { NoticeFault, ReadNotice } from '../gateway.ts'
import { epaySettings } from './settings.ts'
import { isSigned } from './sign.ts'

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

export async function readEpayNotice(
  deps: { site: SiteSettings },
  params: URLSearchParams,
): Promise<ReadNotice> {
  const settings = epaySettings(await deps.site.read())
  const orderNo = (params.get('out_trade_no') ?? '').slice(0, 64)
  const tradeNo = (params.get('trade_no') ?? '').slice(0, 100)
  const refused = (reason: NoticeFault, detail: Fact | null): ReadNotice => ({
    state: 'refused',
    reason,
    orderNo,
    tradeNo,
    amount: null,
    detail,
  })
  if (!settings) return refused('noSecret', null)
  const fields = plainFields(params)
  if (!fields) return refused('badForm', fact('sawOddForm', {}))
  if (!isSigned(fields, settings.key, settings.style)) return refused('badSign', null)
  if (fields.pid !== settings.pid)
    return refused('wrongMerchant', fact('sawMerchant', { merchant: fields.pid ?? '' }))
  if (fields.trade_status !== 'TRADE_SUCCESS')
    return refused('wrongState', fact('sawState', { state: fields.trade_status ?? '' }))
  const amount = centsOf(fields.money ?? '')
  if (amount === null) return refused('wrongAmount', fact('sawMoney', { money: fields.money ?? '' }))
  if (!/^[\w-]{1,100}$/.test(fields.trade_no ?? '')) return refused('badForm', fact('sawNoTrade', {}))
  return { state: 'paid', orderNo, tradeNo, amount }
}
