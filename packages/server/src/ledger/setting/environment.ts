/** Shows an admin the settings from the environment; changing them needs a restart. Secrets stay hidden. */
import type { EnvironmentSetting } from '../../kernel/config/environment-setting.ts'
import { type Config, settingsTable } from '../../kernel/config/settings-table.ts'
import { ledgerWords } from '../words.ts'
import type { Entry } from './setting-entry.ts'

export type ShownVariable = { name: string; text: string; value: string; changed: boolean }

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** The variable that decides a setting of the site, with its value; null where the environment says nothing. */
export function fixedByEnvironment(
  config: Partial<Config>,
  { environment }: Pick<Entry, 'environment'>,
): { variable: string; value: string } | null {
  const value = environment === undefined ? '' : asText(config[environment] ?? '')
  return environment === undefined || value === ''
    ? null
    : { variable: settingsTable[environment].name, value }
}

/** A URL may contain a password. */
const withoutPassword = (text: string): string => text.replace(/(:\/\/[^:/@\s]*:)[^@/\s]+@/g, '$1••••@')

export function shownEnvironment(config: Config): ShownVariable[] {
  return Object.entries(settingsTable).map(([key, setting]: [string, EnvironmentSetting]) => {
    const value = asText(config[key as keyof Config])
    const changed = value !== asText(setting.default)
    const shown = setting.secret ? (value === '' ? '' : ledgerWords.secretIsSet) : withoutPassword(value)
    return { name: setting.name, text: setting.text, value: shown, changed }
  })
}
