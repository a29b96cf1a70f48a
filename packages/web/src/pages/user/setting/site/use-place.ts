/** Where one is in the settings of the site, as the URL says it: a group, one setting in it, or a search. */
import type { SettingEntry } from '@yanshu/contract'
import { useLocation, useSearchParams } from 'react-router'

export type Place = {
  group: string | null
  words: string
  /** Where one was led: each of these is another after each step there, and null elsewhere. */
  atGroup: (id: string) => string | null
  atSetting: (name: string) => string | null
  find: (words: string) => void
  show: (name: string) => void
}

export const placeOfGroup = (group: string): { search: string } => ({
  search: String(new URLSearchParams({ tab: 'site', group })),
})

export function usePlace(entries: readonly SettingEntry[]): Place {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const field = params.get('field')
  const groupOf = (name: string | null) => entries.find(entry => entry.name === name)?.groupId
  const group = groupOf(field) ?? params.get('group')
  return {
    group,
    atGroup: id => (field === null && group === id ? key : null),
    atSetting: name => (field === name ? key : null),
    words: (params.get('q') ?? '').trim(),
    find: words => setParams({ tab: 'site', ...(words !== '' && { q: words }) }, { replace: true }),
    show: name => setParams({ tab: 'site', group: groupOf(name) ?? '', field: name }, { replace: true }),
  }
}

export const headingId = (group: string): string => `setting-group-${group}`
