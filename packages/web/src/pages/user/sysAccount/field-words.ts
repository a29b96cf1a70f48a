import type { AbilitySet, LimitSet, Page } from '@yanshu/contract'
import { abilities, limits } from '@yanshu/contract/permission'
import { abilityNames, limitNames, pageNames } from '@yanshu/contract/permission-names'
import { roleOptions, statusOptions } from './queries.ts'

export const fieldNames: Readonly<Record<string, string>> = {
  username: '用户名',
  role: '角色',
  status: '状态',
  note: '备注',
  pages: '能看到的页面',
  can: '能做的事',
  limits: '上限',
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? '一样也没有' : `“${names.join('、')}”`

/** A value of a field in words. */
export function said(field: string, value: unknown): string {
  switch (field) {
    case 'role':
      return roleOptions.find(option => option.value === value)?.label ?? String(value)
    case 'status':
      return statusOptions.find(option => option.value === value)?.label ?? String(value)
    case 'pages':
      return listed((value as Page[]).filter(page => page !== 'sysAccount').map(page => pageNames[page]))
    case 'can':
      return listed(abilities.filter(name => (value as AbilitySet)[name]).map(name => abilityNames[name]))
    case 'limits':
      return listed(limits.map(name => `${limitNames[name]} ${(value as LimitSet)[name] ?? '不限'}`))
    default:
      return value === '' ? '空着' : `“${String(value)}”`
  }
}
