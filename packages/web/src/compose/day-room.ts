/** How many recipients the caller may still write to, and whether a mail has more. */
import { useQuery } from '@tanstack/react-query'
import { useMailSource } from '../mail/source.tsx'
import { personOf } from './addresses.ts'
import { composeKeys } from './compose-keys.ts'
import type { Content, Senders } from './content.ts'

const EVERY_MS = 60_000

/** Null where nothing limits it. Other pages and programs send meanwhile, so it is asked for again. */
export function useDayRoom(senders: Senders): number | null {
  const { api, key } = useMailSource()
  const { data } = useQuery({
    queryKey: composeKeys.day(key),
    queryFn: ({ signal }) => api.getSenders({ query: {} }, { signal }),
    enabled: senders.sendsPerDay !== null,
    initialData: senders,
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
  const { sendsPerDay, sentToday } = data
  return sendsPerDay === null ? null : Math.max(0, sendsPerDay - sentToday)
}

/** A person who is named twice gets one mail. */
export function countRecipients({ to, cc, bcc }: Pick<Content, 'to' | 'cc' | 'bcc'>): number {
  return new Set([...to, ...cc, ...bcc].map(text => personOf(text).address.toLowerCase())).size
}

export function tooManyText(left: number | null, recipients: number): string | null {
  if (left === null || recipients <= left) return null
  if (left === 0) return '今天的发信数用完了，可以先存着，过后再发'
  return `今天还能发 ${left} 封，这封有 ${recipients} 个收件人`
}
