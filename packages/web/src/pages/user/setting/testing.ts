/** Settings for tests, and a server that has them. */
import type { PayWayState, SettingEntry, SettingGroup } from '@yanshu/contract'
import { type Answers, Refused } from '../../../testing/fake-server.ts'

type Given = Partial<SettingEntry> & Pick<SettingEntry, 'name' | 'kind' | 'label'>

export const entryOf = (given: Given): SettingEntry => ({
  scope: 'site',
  groupId: 'site',
  group: '站点',
  help: '',
  value: given.default ?? '',
  default: '',
  ...given,
})

const payment = { groupId: 'payment', group: '收款方式' }

export const someSettings = (): SettingEntry[] => [
  entryOf({
    name: 'siteName',
    kind: 'text',
    label: '站点名称',
    help: '显示在页面左上角。',
    value: '雁书',
    default: '雁书',
  }),
  entryOf({ name: 'legal', kind: 'longText', label: '使用条款', value: '第一条', default: '' }),
  entryOf({
    ...{ name: 'trashDays', kind: 'number', label: '回收站保留天数', help: '过了就彻底删除。', unit: '天' },
    ...{ groupId: 'retention', group: '保留', value: 45, default: 30, min: 1, max: 3650 },
  }),
  entryOf({
    ...{ name: 'retentionDays', kind: 'number', label: '邮件保留天数', unit: '天' },
    ...{ groupId: 'retention', group: '保留', value: 0, default: 0, min: 0, max: 3650 },
  }),
  entryOf({ ...payment, name: 'payByCard', kind: 'switch', label: '付款卡密', value: true, default: true }),
  entryOf({ ...payment, name: 'payByEpay', kind: 'switch', label: '开放易支付', value: true, default: true }),
  entryOf({ ...payment, name: 'epayPid', kind: 'text', label: '易支付：商户号', value: '10086' }),
  entryOf({ ...payment, name: 'epayKey', kind: 'secret', label: '易支付：商户密钥', value: null }),
  entryOf({
    ...{ name: 'cards', kind: 'switch', label: '开放卡密', value: false, default: true },
    ...{ groupId: 'registration', group: '注册' },
  }),
]

const wayOf = (
  given: Partial<PayWayState> & Pick<PayWayState, 'way' | 'name' | 'switchedBy'>,
): PayWayState => ({
  hint: '怎样付',
  state: 'ready',
  warning: null,
  missing: [],
  settings: [],
  lastPaidAt: null,
  ...given,
})

export const someWays = (): PayWayState[] => [
  wayOf({
    ...{ way: 'card', name: '卡密', switchedBy: 'payByCard', state: 'missing' },
    ...{ missing: ['cards'], settings: ['cards'], unused: 3 },
  }),
  wayOf({
    ...{ way: 'epay', name: '易支付', switchedBy: 'payByEpay', state: 'missing' },
    ...{ missing: ['epayKey'], settings: ['epayPid', 'epayKey'] },
  }),
]

const groups = (list: readonly SettingEntry[]): SettingGroup[] =>
  [...Map.groupBy(list, entry => entry.groupId)].map(([id, [first]]) => ({
    id,
    name: first?.group ?? '',
    changed: 0,
    state: id === 'payment' ? '0 种可用，2 种缺' : '默认',
    tone: id === 'payment' ? 'waiting' : 'plain',
  }))

/** A server with these settings, whose changes it keeps. */
export function settingServer(first: SettingEntry[] = someSettings()): Answers {
  let list = first
  const shown = () => ({ list, groups: groups(list) })
  return {
    getSetting: () => ({
      ...shown(),
      twoFactor: false,
      hasPassword: true,
      environment: [
        { name: 'YANSHU_HTTP_PORT', text: '网页端口', value: '3000', changed: false },
        { name: 'YANSHU_DATA_DIR', text: '数据目录', value: '/data', changed: true },
      ],
    }),
    getPayWays: () => ({ list: someWays() }),
    // The rest of the interface is not here to be told.
    getVar: () => {
      throw new Refused('busy')
    },
    updateSetting: ({ body }) => {
      list = list.map(entry => {
        const value = body.values[entry.name]
        if (value === undefined) return entry
        return {
          ...entry,
          value: entry.kind === 'secret' ? (value === null ? null : true) : (value ?? entry.default),
        }
      })
      return shown()
    },
  }
}
