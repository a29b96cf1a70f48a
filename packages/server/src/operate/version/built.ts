/** Which pages this version has. The menu, the landing page and the permissions never name another. */
import type { Page } from '@yanshu/contract'

export const builtPages: readonly Page[] = [
  'inbox',
  'sent',
  'contentFilter',
  'emailAccount',
  'sysAccount',
  'domain',
  'dashboard',
  'card',
  'interface',
  'setting',
  'version',
]
