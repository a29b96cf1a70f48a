/** Gives an address to a visitor who holds none, once, before any click. */
import { useQuery } from '@tanstack/react-query'
import { isOver, useAddressBook } from '../../account/address-book.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { useStartUp } from '../../api/start-up-state.ts'
import { readToken } from '../../api/token.ts'
import { useDomains } from '../address/use-domains.ts'
import { addressKeys } from '../mail-keys.ts'
import { useShelf } from './shelf.ts'

const LOCK = 'yanshu.first-address'

/** Two tabs that open at once must not make two addresses. Without locks (no TLS) they may do so. */
function alone<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, run) : run()
}

export type FirstAddress = {
  /** none: there is one · closed: the site makes none · idle: it was given up, and `retry` makes another. */
  state: 'none' | 'closed' | 'making' | 'failed' | 'idle'
  error: unknown
  retry: () => void
}

export function useFirstAddress(): FirstAddress {
  const shelf = useShelf()
  const startUp = useStartUp(state => state.state)
  const open = useKeptSettings(state => state.settings.temporary) === true
  const domains = useDomains()
  const wanted = shelf.kind === 'visitor' && !shelf.waiting && shelf.current === null && startUp === 'done'
  const domain = domains.data?.[0]
  const made = useQuery({
    queryKey: addressKeys.first,
    queryFn: () =>
      alone(async () => {
        const { reload } = useAddressBook.getState()
        reload()
        const { book } = useAddressBook.getState()
        const held = readToken() !== null || book.some(entry => !isOver(entry, new Date()))
        if (!held && domain !== undefined) await shelf.create({ domain }, 'unasked')
        return true
      }),
    enabled: wanted && open && domain !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const retry = () => void (domains.isError ? domains.refetch() : made.refetch())
  if (!wanted) return { state: 'none', error: null, retry }
  if (!open || domains.data?.length === 0) return { state: 'closed', error: null, retry }
  const error = domains.error ?? made.error
  if (error) return { state: 'failed', error, retry }
  return { state: made.data && !made.isFetching ? 'idle' : 'making', error: null, retry }
}
