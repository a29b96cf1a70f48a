/** Shows an admin the settings from the environment; changing them needs a restart. Secrets stay hidden. */
import { type Config, type EnvironmentSetting, settingsTable } from '../../kernel/config/settings-table.ts'
import { ledgerWords } from '../words.ts'

export type ShownVariable = { name: string; text: string; value: string; changed: boolean }

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

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
