/** Every setting that a person has for itself, account or mailbox alike. */
import type { SettingsTable, ValuesOf } from './setting-entry.ts'

export const ownTable = {
  displayName: {
    group: '个人',
    kind: 'text',
    label: '显示名称',
    help: '显示在页面右上角；留空就用用户名或邮箱地址。',
    default: '',
    maxLength: 30,
  },
  dateStyle: {
    group: '个人',
    kind: 'choice',
    label: '时间的写法',
    help: '列表里的时间怎么写。',
    default: 'relative',
    choices: [
      { value: 'relative', label: '刚刚、昨天 14:20' },
      { value: 'exact', label: '2026年3月5日 14:20' },
    ],
  },
} as const satisfies SettingsTable

export type OwnValues = ValuesOf<typeof ownTable>
