/** The ways to pay that are open now: those that are switched on and have everything they need. */
import type { PayOption } from '@yanshu/contract'
import { invalidField } from '../../kernel/app-error.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { commerceWords } from '../words/words.ts'
import { wayState } from './pay-ways.ts'

export function payOptions(gateways: readonly Gateway[], values: SiteValues): PayOption[] {
  const isReady = (way: PayOption['way']) => wayState(values, way).state === 'ready'
  return [
    ...gateways.filter(({ way }) => isReady(way)).flatMap(gateway => gateway.options(values)),
    ...(isReady('card')
      ? [
          {
            way: 'card' as const,
            channel: '',
            name: commerceWords.wayNames.card,
            hint: commerceWords.cardHint,
          },
        ]
      : []),
    ...(isReady('manual')
      ? [
          {
            way: 'manual' as const,
            channel: '',
            name: commerceWords.wayNames.manual,
            hint: commerceWords.manualHint,
          },
        ]
      : []),
  ]
}

/** The option that was chosen, or an error at the field. A channel need not be named when there is only one. */
export function chosenOption(
  options: readonly PayOption[],
  pay: { way: PayOption['way']; channel?: string | undefined },
): PayOption {
  const ofWay = options.filter(option => option.way === pay.way)
  if (ofWay.length === 0) throw invalidField('pay.way', commerceWords.wayClosed)
  const found =
    pay.channel === undefined || pay.channel === ''
      ? ofWay.length === 1 && ofWay[0]
      : ofWay.find(option => option.channel === pay.channel)
  if (!found) throw invalidField('pay.channel', commerceWords.chooseWay)
  return found
}
