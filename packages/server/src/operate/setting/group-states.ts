/** The groups of the site's settings as the page lists them: each with a few words that tell its state at a glance. */
import type { SettingGroup as ShownGroup } from '@yanshu/contract'
import { wayStates } from '../../commerce/order/pay-ways.ts'
import type { Entry, SettingGroup } from '../../ledger/setting/setting-entry.ts'
import { type SiteValues, siteTable } from '../../ledger/setting/site-table.ts'
import { settingGroups } from '../../ledger/words/settings.ts'
import { operateWords } from '../words/words.ts'

type SiteGroup = Exclude<SettingGroup, 'own'>
type State = Pick<ShownGroup, 'state' | 'tone'>

const says = operateWords.groupState
const plain = (state: string): State => ({ state, tone: 'plain' })

function paymentState(values: SiteValues): State {
  const states = wayStates(values).map(({ state }) => state)
  const ready = states.filter(state => state === 'ready').length
  const missing = states.filter(state => state === 'missing').length
  return { state: says.payment(ready, missing), tone: missing > 0 ? 'waiting' : 'plain' }
}

/** Groups whose state is more than the number of changes. */
const ownStates: Partial<Record<SiteGroup, (values: SiteValues, hasGoods: boolean) => State>> = {
  registration: ({ registration, temporary }) => plain(says.registration(registration, temporary)),
  store: ({ store }, hasGoods) =>
    store && !hasGoods ? { state: says.storeEmpty, tone: 'waiting' } : plain(says.open(store)),
  payment: paymentState,
  receiving: ({ smtpMaxMb }) => plain(says.mailOfAtMost(smtpMaxMb)),
  retention: ({ retentionDays }) => plain(says.kept(retentionDays)),
  interfaces: ({ mailTmApi, mailTmAtRoot }) =>
    plain(says.openOf([mailTmApi, mailTmAtRoot].filter(Boolean).length)),
}

/** Secrets count as changed when there is one. */
const isChanged = (entry: Entry, value: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(entry.default)

/** `hasGoods`: whether a plan is for sale. */
export function groupStates(values: SiteValues, hasGoods: boolean): ShownGroup[] {
  const entries = Object.entries(siteTable) as [keyof SiteValues, Entry][]
  const ids = (Object.keys(settingGroups) as SettingGroup[]).filter(id => id !== 'own')
  return ids.map(id => {
    const changed = entries.filter(
      ([name, entry]) => entry.group === id && isChanged(entry, values[name]),
    ).length
    const state = ownStates[id]?.(values, hasGoods) ?? plain(says.changed(changed))
    return { id, name: settingGroups[id], changed, ...state }
  })
}
