/** What was set from outside before the start, for an admin to look at; changing it needs a restart. Secrets stay hidden. */
import { type Config, type EnvironmentSetting, settingsTable } from '../../config/settings-table.ts'

export type ShownVariable = { name: string; text: string; value: string; changed: boolean }

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** A password may stand in the middle of a URL. */
const withoutPassword = (text: string): string => text.replace(/(:\/\/[^:/@\s]*:)[^@/\s]+@/g, '$1••••@')

export function shownEnvironment(config: Config): ShownVariable[] {
  return Object.entries(settingsTable).map(([key, setting]: [string, EnvironmentSetting]) => {
    const value = asText(config[key as keyof Config])
    const changed = value !== asText(setting.default)
    const shown = setting.secret ? (value === '' ? '' : '已设置') : withoutPassword(value)
    return { name: setting.name, text: setting.text, value: shown, changed }
  })
}
