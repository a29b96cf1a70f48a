import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, SettingEntry } from '@yanshu/contract'
import { api } from '../../../api/index.ts'

const SETTING = ['getSetting']
const SESSIONS = ['getSessions']

type Settings = AnswerOf<Calls['getSetting']>

export function useSettings() {
  return useQuery({ queryKey: SETTING, queryFn: ({ signal }) => api.getSetting({}, { signal }) })
}

export function useSessions() {
  return useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => api.getSessions({}, { signal }) })
}

export function useRenewSessions(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: SESSIONS })
}

export function useRenewSettings(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: SETTING })
}

/** Takes the entries that a change gave back into what is known. */
export function useTakeEntries(): (entries: readonly SettingEntry[]) => void {
  const client = useQueryClient()
  return entries =>
    client.setQueryData<Settings>(SETTING, known =>
      known === undefined
        ? known
        : {
            ...known,
            list: known.list.map(entry => entries.find(({ name }) => name === entry.name) ?? entry),
          },
    )
}
