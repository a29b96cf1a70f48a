/** The settings of each way to pay: the one that switches it on, and those without which buyers do not see it. */
import type { PayWay } from '@yanshu/contract'
import type { SiteSettingName, SiteValues } from '../../ledger/setting/site-table.ts'
import { epayChannels } from '../gateway/epay/settings.ts'

type WaySettings = {
  readonly switchedBy: SiteSettingName
  readonly needs: readonly SiteSettingName[]
  readonly others: readonly SiteSettingName[]
}

const waySettings: Readonly<Record<PayWay, WaySettings>> = {
  card: { switchedBy: 'payByCard', needs: ['cards'], others: [] },
  // Nobody could pay without being told where.
  manual: {
    switchedBy: 'payByHand',
    needs: ['payByHandText'],
    others: ['payByHandContact', 'payByHandMinutes'],
  },
  epay: {
    switchedBy: 'payByEpay',
    needs: ['epayUrl', 'epayPid', 'epayKey', 'epayChannels'],
    others: ['epaySign', 'epayMode'],
  },
  stripe: {
    switchedBy: 'payByStripe',
    needs: ['stripeKey', 'stripeWebhookSecret'],
    others: ['stripeUrl'],
  },
}

function isSet(values: SiteValues, name: SiteSettingName): boolean {
  // Lines that name no channel offer nothing.
  if (name === 'epayChannels') return epayChannels(values).length > 0
  return values[name] !== '' && values[name] !== false
}

export type WayState = WaySettings & {
  way: PayWay
  state: 'ready' | 'missing' | 'off'
  missing: SiteSettingName[]
}

export function wayState(values: SiteValues, way: PayWay): WayState {
  const settings = waySettings[way]
  const missing = settings.needs.filter(name => !isSet(values, name))
  const isOn = values[settings.switchedBy] === true && !isUntouched(values, way)
  return { ...settings, way, missing, state: !isOn ? 'off' : missing.length === 0 ? 'ready' : 'missing' }
}

/** A gateway is switched on from the beginning; without any account there it is not in use. */
function isUntouched(values: SiteValues, way: PayWay): boolean {
  if (way === 'epay') return values.epayUrl === '' && values.epayPid === '' && values.epayKey === ''
  return way === 'stripe' && values.stripeKey === '' && values.stripeWebhookSecret === ''
}

/** Their gateways tell us of payments and send buyers back, so both must be able to reach the site. */
const calledBack: ReadonlySet<PayWay> = new Set<PayWay>(['epay', 'stripe'])

/** Whether buyers could pay and nobody would tell us: the site has no URL that others can use. */
export const isOutOfReach = ({ way, state }: WayState, publicUrl: string): boolean =>
  publicUrl === '' && state === 'ready' && calledBack.has(way)

/** In the order of the page. */
export const wayStates = (values: SiteValues): WayState[] =>
  (Object.keys(waySettings) as PayWay[]).map(way => wayState(values, way))
