import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../api/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { ticketKey } from '../mail-keys.ts'

export type TicketCall = Pick<Api, 'makeTicket'>

type Ticket = {
  /** The link that it travels in; null while none is shown. */
  url: string | null
  /** hidden: nobody has asked for it · over: it was shown for as long as it is good. */
  covered: 'hidden' | 'making' | 'over' | 'failed'
  error: unknown
  /** Asks for the first one, or for another. */
  ask: () => void
}

const LOOK_MS = 5_000

/**
 * A ticket with which another device goes on with a mailbox. It is asked for when somebody wants to see it,
 * because whoever sees it can use it. It is kept nowhere.
 */
export function useTicket(api: TicketCall, mailbox: string | null, atOnce = false): Ticket {
  const [asked, setAsked] = useState(atOnce ? 1 : 0)
  const now = useNow(LOOK_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ticketKey(mailbox, asked),
    queryFn: () => api.makeTicket({ body: { id: mailbox ?? '' } }),
    enabled: asked > 0 && mailbox !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const ask = () => setAsked(times => times + 1)
  const given = { url: null, error, ask }
  if (isFetching) return { ...given, covered: 'making' }
  if (error) return { ...given, covered: 'failed' }
  if (data === undefined) return { ...given, covered: asked > 0 ? 'making' : 'hidden' }
  const isOver = Date.parse(data.expiresAt) <= now.getTime()
  const url = isOver ? null : new URL(data.url, window.location.origin).href
  return { ...given, url, covered: 'over' }
}
