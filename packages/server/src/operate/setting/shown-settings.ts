/** The settings as a caller sees them: everybody's own, and for admins those of the site. Secrets are never shown. */
import { createHash } from 'node:crypto'
import type { SettingEntry, SettingGroup } from '@yanshu/contract'
import type { Db, Query } from '../../database/types.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { fixedByEnvironment } from '../../ledger/setting/environment.ts'
import { readSettings } from '../../ledger/setting/kept-settings.ts'
import { ownTable } from '../../ledger/setting/own-table.ts'
import type { Entry, SettingsTable, ValuesOf } from '../../ledger/setting/setting-entry.ts'
import { siteScope, valuesOf } from '../../ledger/setting/site-settings.ts'
import { siteTable } from '../../ledger/setting/site-table.ts'
import {
  type EntryTexts,
  ownSettingTexts,
  type SettingTexts,
  settingGroups,
  settingUnits,
  siteSettingTexts,
} from '../../ledger/words/settings.ts'
import { groupStates } from './group-states.ts'

export type ShownSettingDeps = {
  db: Db
  config: Config
  secrets: Secrets
  /** Whether any plan is for sale. */
  offer: () => Promise<{ any: boolean }>
}

export const ownValues = async (query: Query, caller: LoggedIn) =>
  valuesOf(ownTable, await readSettings(query, ownerKey(caller)))

const isNumeric = (entry: Entry) => entry.kind === 'number' || entry.kind === 'numberList'

const labelled = (choices: readonly string[], labels: Readonly<Record<string, string>>) =>
  choices.map(value => ({ value, label: labels[value] ?? value }))

/** Another for each secret that is set; it tells nothing of the secret, because what is stored is sealed with chance. */
export const markOf = (sealed: unknown): string =>
  createHash('sha256').update(String(sealed)).digest('base64url').slice(0, 16)

function shownEntry(
  scope: SettingEntry['scope'],
  name: string,
  entry: Entry,
  words: EntryTexts,
  value: unknown,
  stored: unknown,
  fixed: ReturnType<typeof fixedByEnvironment>,
): SettingEntry {
  return {
    name,
    scope,
    groupId: entry.group,
    group: settingGroups[entry.group],
    label: words.label,
    help: words.help,
    kind: entry.kind,
    value:
      entry.kind === 'secret'
        ? value === ''
          ? null
          : true
        : ((fixed?.value ?? value) as SettingEntry['value']),
    default: entry.default as NonNullable<SettingEntry['value']>,
    ...(isNumeric(entry) ? { min: entry.min, max: entry.max } : {}),
    ...(isNumeric(entry) && entry.unit !== undefined ? { unit: settingUnits[entry.unit] } : {}),
    ...(entry.kind === 'secret' && value !== '' ? { mark: markOf(stored) } : {}),
    ...(fixed ? { fixedBy: fixed.variable } : {}),
    ...(entry.kind === 'choice' ? { choices: labelled(entry.choices, words.choices ?? {}) } : {}),
  }
}

const entriesOf = <T extends SettingsTable>(
  scope: SettingEntry['scope'],
  table: T,
  words: SettingTexts<T>,
  stored: ReadonlyMap<string, unknown>,
  values: ValuesOf<T>,
  config: Partial<Config> = {},
): SettingEntry[] =>
  (Object.entries(table) as [keyof T & string, Entry][]).map(([name, entry]) =>
    shownEntry(
      scope,
      name,
      entry,
      words[name],
      values[name],
      stored.get(name),
      fixedByEnvironment(config, entry),
    ),
  )

/** The settings a caller may see; the site's are for admins. */
export async function shownSettings(
  deps: ShownSettingDeps,
  caller: LoggedIn,
): Promise<{ list: SettingEntry[]; groups: SettingGroup[] }> {
  const mine = await readSettings(deps.db.query, ownerKey(caller))
  const own = entriesOf('own', ownTable, ownSettingTexts, mine, valuesOf(ownTable, mine))
  if (caller.role !== 'admin') return { list: own, groups: [] }
  const stored = await readSettings(deps.db.query, siteScope)
  const values = valuesOf(siteTable, stored, deps.secrets)
  const { any: hasGoods } = await deps.offer()
  return {
    list: [...own, ...entriesOf('site', siteTable, siteSettingTexts, stored, values, deps.config)],
    groups: groupStates(values, hasGoods),
  }
}
