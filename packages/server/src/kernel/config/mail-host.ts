/** Returns the names of this machine for mail servers and for visitors. */
import { hostname as machineName } from 'node:os'
import type { Config } from './settings-table.ts'

type Names = Pick<Config, 'mailHost' | 'publicUrl'>

/** Returns the host for SMTP greetings and for the MX records of our domains. */
export function mailHostOf(config: Names): string {
  if (config.mailHost !== '') return config.mailHost.toLowerCase()
  return webHostOf(config) ?? machineName()
}

/** Returns the host of the web pages, if the operator set it. */
export const webHostOf = (config: Pick<Names, 'publicUrl'>): string | null =>
  config.publicUrl === '' ? null : new URL(config.publicUrl).hostname.toLowerCase()
