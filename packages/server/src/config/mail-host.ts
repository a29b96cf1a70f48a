/** The names under which this machine is known: to mail servers and to visitors. */
import { hostname as machineName } from 'node:os'
import type { Config } from './settings-table.ts'

type Names = Pick<Config, 'mailHost' | 'publicUrl'>

/** The host in SMTP greetings and in the MX records of our domains. */
export function mailHostOf(config: Names): string {
  if (config.mailHost !== '') return config.mailHost.toLowerCase()
  return webHostOf(config) ?? machineName()
}

/** The host of the web pages, where the operator has told it. */
export const webHostOf = (config: Pick<Names, 'publicUrl'>): string | null =>
  config.publicUrl === '' ? null : new URL(config.publicUrl).hostname.toLowerCase()
