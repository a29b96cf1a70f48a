/** Returns the names of this machine for mail servers and for visitors. */
import { hostname as machineName } from 'node:os'
import type { Config } from './settings-table.ts'

type Names = Pick<Config, 'mailHost' | 'publicUrl'>

/** What the environment says counts; the site's own settings say the rest. */
export const effectiveNames = (environment: Names, settings: Names): Names => ({
  publicUrl: (environment.publicUrl || settings.publicUrl).replace(/\/+$/, ''),
  mailHost: environment.mailHost || settings.mailHost,
})

/** Returns the host for SMTP greetings and for the MX records of our domains. */
export function mailHostOf(names: Names): string {
  if (names.mailHost !== '') return names.mailHost.toLowerCase()
  return webHostOf(names) ?? machineName()
}

/** Returns the host of the web pages, if the operator set it. */
export const webHostOf = (names: Pick<Names, 'publicUrl'>): string | null =>
  names.publicUrl === '' ? null : new URL(names.publicUrl).hostname.toLowerCase()
