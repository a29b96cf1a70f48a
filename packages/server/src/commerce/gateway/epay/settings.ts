import type { PayOption } from '@yanshu/contract'
import type { SiteValues } from '../../../ledger/setting/site-table.ts'
import { commerceWords } from '../../words/words.ts'
import type { SignStyle } from './sign.ts'

export type EpaySettings = {
  /** Ends with a slash. */
  base: string
  pid: string
  key: string
  style: SignStyle
  mode: 'page' | 'api'
}

/** Null unless everything that is needed is set. */
export function epaySettings(values: SiteValues): EpaySettings | null {
  const key = values.epayKey
  const base = URL.parse(values.epayUrl)
  if (key === '' || base === null || values.epayPid === '') return null
  // People paste the address of the page as well as that of the folder.
  const folder = new URL('.', base)
  return {
    base: `${folder.origin}${folder.pathname}`,
    pid: values.epayPid,
    key,
    style: values.epaySign,
    mode: values.epayMode,
  }
}

/** Lines of the setting: the channel's code, a space, the name people read. */
export const epayChannels = (values: SiteValues): PayOption[] =>
  values.epayChannels.flatMap(line => {
    const [, channel, name] = /^([a-z0-9_]{1,20})(?:\s+(.{1,20}))?$/i.exec(line.trim()) ?? []
    if (channel === undefined) return []
    const hint = values.epayMode === 'api' ? commerceWords.epayScanHint : commerceWords.epayHint
    return [{ way: 'epay' as const, channel, name: name ?? channel, hint }]
  })
