import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { settingKeys } from './keys.ts'

type Settings = AnswerOf<Calls['getSetting']>

/** Takes what a change gave back into what is known. Ways to pay depend on it. */
export function useTakeSettings(): (changed: AnswerOf<Calls['updateSetting']>) => void {
  const client = useQueryClient()
  return changed => {
    client.setQueryData<Settings>(settingKeys.all, known => known && { ...known, ...changed })
    void client.invalidateQueries({ queryKey: settingKeys.payWays })
  }
}

export function useRenewSettings(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: settingKeys.all })
}
