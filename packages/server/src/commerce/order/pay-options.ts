/** The ways to pay that are open now: those that are switched on and have everything they need. */
import type { PayOption } from '@yanshu/contract'
import { invalidField } from '../../app-error.ts'
import type { SiteValues } from '../../operate/setting/site-table.ts'
import type { Secrets } from '../../secrets.ts'
import { epayChannels, epaySettings } from '../payment/epay/settings.ts'

export function payOptions(values: SiteValues, secrets: Secrets): PayOption[] {
  const hasStripe = values.stripeKey !== '' && values.stripeWebhookSecret !== ''
  return [
    ...(epaySettings(values, secrets) ? epayChannels(values) : []),
    ...(hasStripe ? [{ way: 'stripe' as const, channel: '', name: '银行卡', hint: 'Visa、银联' }] : []),
    ...(values.payByCard && values.cards
      ? [{ way: 'card' as const, channel: '', name: '卡密', hint: '有码直接开通' }]
      : []),
    ...(values.payByHand
      ? [{ way: 'manual' as const, channel: '', name: '人工收款', hint: '店主确认后开通' }]
      : []),
  ]
}

/** The option that was chosen, or an error at the field. A channel need not be named when there is only one. */
export function chosenOption(
  options: readonly PayOption[],
  pay: { way: PayOption['way']; channel?: string | undefined },
): PayOption {
  const ofWay = options.filter(option => option.way === pay.way)
  if (ofWay.length === 0) throw invalidField('pay.way', '这种付款方式现在不能用，请换一种')
  const found =
    pay.channel === undefined || pay.channel === ''
      ? ofWay.length === 1 && ofWay[0]
      : ofWay.find(option => option.channel === pay.channel)
  if (!found) throw invalidField('pay.channel', '请选择付款方式')
  return found
}
