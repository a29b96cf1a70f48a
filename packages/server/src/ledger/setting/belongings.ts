import { type Belonging, holdersOwn, outlivesIt } from '../life/belonging.ts'

export const settingBelongings: readonly Belonging[] = [
  { table: 'setting', column: 'scope', of: 'mailbox', spelled: 'key', ...holdersOwn, exported: true },
  { table: 'setting', column: 'scope', of: 'account', spelled: 'key', ...holdersOwn, exported: true },
  // The history holds only the site's settings.
  { table: 'setting_change', column: 'scope', of: 'account', spelled: 'key', ...outlivesIt, exported: false },
]
