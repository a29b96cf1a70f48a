/** Lists every setting of a person's own, for accounts and mailboxes alike. */
import type { SettingsTable, ValuesOf } from './setting-entry.ts'

export const ownTable = {
  displayName: {
    group: 'own',
    kind: 'text',
    default: '',
    maxLength: 30,
  },
  dateStyle: {
    group: 'own',
    kind: 'choice',
    default: 'relative',
    choices: ['relative', 'exact'],
  },
} as const satisfies SettingsTable

export type OwnValues = ValuesOf<typeof ownTable>
