import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { settingKeys } from './shared/keys.ts'

export function useSettings() {
  return useQuery({ queryKey: settingKeys.all, queryFn: ({ signal }) => api.getSetting({}, { signal }) })
}

export function useSessions() {
  return useQuery({
    queryKey: settingKeys.sessions,
    queryFn: ({ signal }) => api.getSessions({}, { signal }),
  })
}

export function useRenewSessions(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: settingKeys.sessions })
}
