/** The limits of a system account and how much of each is used, as the server enforces them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { api } from '../../api/index.ts'
import { limitKeys } from '../account-keys.ts'
import { usePermission } from '../permission.ts'

export type LimitName = Exclude<keyof AnswerOf<Calls['getLimits']>, 'error' | 'msg'>

/** A limit that is set. */
export type Room = { name: LimitName; used: number; limit: number; left: number; renewsAt: string | null }

const names = ['mailboxes', 'storage', 'domains', 'sendsPerDay', 'apiPerMinute', 'cards'] as const

/** Those that are set, in the order in which people read them. Nobody but a user has any. */
export function useLimits(everyMs?: number): readonly Room[] {
  const { role } = usePermission()
  const { data } = useQuery({
    queryKey: limitKeys.all,
    queryFn: ({ signal }) => api.getLimits({}, { signal }),
    enabled: role === 'user',
    // A form that says what is left must not say what was left a moment ago.
    refetchOnMount: 'always',
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  if (!data || role !== 'user') return []
  return names.flatMap(name => {
    const { used, limit, ...more } = data[name]
    const renewsAt = 'renewsAt' in more ? more.renewsAt : null
    return limit === null ? [] : [{ name, used, limit, left: Math.max(0, limit - used), renewsAt }]
  })
}

/** One of them; null while it is not known, or when there is no such limit. */
export function useLimit(name: LimitName, everyMs?: number): Room | null {
  return useLimits(everyMs).find(room => room.name === name) ?? null
}

/** Asks again after something was made or deleted, or was refused. */
export function useRenewLimits(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: limitKeys.all })
}
