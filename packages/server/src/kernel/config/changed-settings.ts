/** Tells which settings of the environment differ from their defaults, in one line without secrets. */
import type { EnvironmentSetting } from './environment-setting.ts'
import { type Config, settingsTable } from './settings-table.ts'

const hidden = '(set)'

/** A key that is no secret to browsers is still nobody's business in a log. */
const isHidden = ({ name, secret }: EnvironmentSetting): boolean =>
  secret === true || name === settingsTable.permissionKey.name

/** A URL may hold a password. */
const withoutPasswords = (text: string): string => text.replace(/\/\/[^/@\s]*@/g, `//${hidden}@`)

export function changedSettings(config: Config): string {
  const entries = Object.entries(settingsTable) as [keyof Config, EnvironmentSetting][]
  return entries
    .filter(([key, setting]) => String(config[key]) !== String(setting.default))
    .map(([key, setting]) => {
      const value = isHidden(setting) ? hidden : withoutPasswords(String(config[key]))
      return `${setting.name}=${value}`
    })
    .join(' ')
}
