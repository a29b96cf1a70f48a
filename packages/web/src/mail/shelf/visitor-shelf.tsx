/**
 * The shelf of a visitor: addresses stored in this browser, each with its token. Showing one makes its token
 * the current login. An address that has ended is marked so, and nobody is sent to log in because of it.
 */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Mailbox } from '@yanshu/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import {
  BOOK_KEY,
  chooseAddress,
  inShelfOrder,
  isLoggedOut,
  isOver,
  type KeptAddress,
  useAddressBook,
} from '../../account/address-book.ts'
import { usePermission } from '../../account/permission.ts'
import { isApiError } from '../../api/api-error.ts'
import { api, apiWith } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { loadVariables } from '../../api/start-up.ts'
import { useStartUp } from '../../api/start-up-state.ts'
import { dropToken, keepToken, readToken } from '../../api/token.ts'
import { showToast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'
import type { AddressChoice } from '../address/address-choice.ts'
import { addressKeys, mailKeys } from '../mail-keys.ts'
import { type MailSource, MailSourceProvider } from '../source.tsx'
import { type Shelf, type ShelfEntry, ShelfProvider } from './shelf.ts'

/** Addresses that are not open are checked now and then; the open one has its event stream. */
const ASK_MS = 20_000

async function mailboxOf(token: string): Promise<Mailbox | null> {
  return (await apiWith(token).api.emailList({ query: { pageSize: 1 } })).list[0] ?? null
}

const refusedAsGone = (error: unknown) => isApiError(error, 'loginNeeded', 'notFound', 'accountStopped')

type VisitorShelfProps = {
  wanted: string | null
  show: (address: string | null) => void
  children: ReactNode
}

export function VisitorShelf({ wanted, show, children }: VisitorShelfProps) {
  const client = useQueryClient()
  const { book, keep, change, forget } = useAddressBook()
  useOtherWindows()
  const startUp = useStartUp(state => state.state)
  const [proof, setProof] = useState<number | null>(null)
  const [token, setToken] = useState(readToken)
  const stray = useStrayToken(book, token)
  // An address that ends while the person looks at it stays visible and is marked as ended.
  const [looked, setLooked] = useState<string | null>(null)
  const now = useNow(5_000)
  const chosen = chooseAddress(book, wanted ?? looked, token, now)
  const address = chosen?.address ?? null
  const ownToken = chosen?.token ?? null
  useEffect(() => setLooked(address), [address])
  useCurrentToken(chosen, now, setToken)
  const states = useBoxStates(book, address)

  const source = useMemo<MailSource | null>(
    () =>
      address !== null && ownToken !== null ? { key: address, token: ownToken, ...apiWith(ownToken) } : null,
    [address, ownToken],
  )
  const shelf = useMemo<Shelf>(() => {
    const entries = inShelfOrder(book).map<ShelfEntry>(kept => {
      const mailbox = states.get(kept.address) ?? null
      return {
        address: kept.address,
        startedAt: kept.startedAt,
        expiresAt: mailbox ? mailbox.expiresAt : kept.expiresAt,
        unread: mailbox?.unread ?? 0,
        over: isOver(kept, now),
        loggedOut: isLoggedOut(kept, now),
        mailbox,
      }
    })
    const current = entries.find(entry => entry.address === chosen?.address) ?? null
    const putIn = (entry: KeptAddress) => {
      const gone = keep(entry)
      if (gone) showToast(`这里最多放 20 个地址，最早的 ${gone.address} 不再列出；常用的可以固定`)
    }
    const takeUp = async (entry: KeptAddress) => {
      putIn(entry)
      keepToken(entry.token)
      setToken(entry.token)
      setLooked(entry.address)
      show(entry.address)
      await loadVariables()
    }
    const make = async ({ domain, localPart, lifetime }: AddressChoice): Promise<KeptAddress> => {
      const body = { domain, ...(localPart && { localPart }), ...(lifetime && { lifetime }) }
      const send = (given: { proof?: string }) => api.regEmail({ body: { ...body, ...given } })
      const { address, token, expiresAt } = await withProof('regEmail', send, setProof)
      return { address, token, startedAt: new Date().toISOString(), expiresAt }
    }
    return {
      kind: 'visitor',
      waiting: startUp === 'waiting' || stray.waiting,
      error: startUp === 'failed' && entries.length === 0 ? { code: 'ERR_NETWORK' } : null,
      retry: () => void loadVariables().catch(() => undefined),
      entries,
      current,
      create: async (choice, unasked) => {
        const made = await make(choice)
        if (unasked && readToken() !== null) putIn(made)
        else await takeUp(made)
      },
      edit: async what => {
        if (!chosen) return
        const { api: own } = apiWith(chosen.token)
        const id = (current?.mailbox ?? (await mailboxOf(chosen.token)))?.id ?? ''
        const { mailbox } = await own.editEmailAccount({ body: { id, ...what } })
        // A running fetch may return the state from before the change.
        await client.cancelQueries({ queryKey: mailKeys.box(chosen.address) })
        client.setQueryData(mailKeys.box(chosen.address), mailbox)
        change(chosen.address, {
          expiresAt: mailbox.expiresAt,
          pinned: mailbox.pinned,
          ...(what.lifetime && { startedAt: new Date().toISOString() }),
        })
      },
      forget: async entry => {
        const kept = book.find(one => one.address === entry.address)
        if (kept && !entry.over) {
          const id = (entry.mailbox ?? (await mailboxOf(kept.token)))?.id
          if (id !== undefined) await apiWith(kept.token).api.delEmailAccount({ body: { ids: [id] } })
        }
        forget(entry.address)
        setLooked(null)
        client.removeQueries({ queryKey: mailKeys.all(entry.address) })
        if (kept && readToken() === kept.token) {
          dropToken()
          setToken(null)
        }
        show(null)
      },
      enter: async given => {
        const mailbox = await mailboxOf(given)
        if (!mailbox) return
        await takeUp({
          address: mailbox.address,
          token: given,
          startedAt: mailbox.createdAt,
          expiresAt: mailbox.expiresAt,
        })
      },
      proof,
    }
  }, [book, states, chosen, now, startUp, stray.waiting, proof, keep, change, forget, show, client])
  return (
    <MailSourceProvider value={source}>
      <ShelfProvider value={shelf}>{children}</ShelfProvider>
    </MailSourceProvider>
  )
}

/** Takes over addresses that another window of this browser kept or removed. */
function useOtherWindows(): void {
  const reload = useAddressBook(state => state.reload)
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === BOOK_KEY || key === null) reload()
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [reload])
}

/** Returns the known mailbox behind each address; an address that the server refuses is marked as ended. */
function useBoxStates(book: readonly KeptAddress[], open: string | null): ReadonlyMap<string, Mailbox> {
  const change = useAddressBook(state => state.change)
  return useQueries({
    queries: book.map(({ address, token, ended }) => ({
      queryKey: mailKeys.box(address),
      queryFn: async () => {
        try {
          const mailbox = await mailboxOf(token)
          if (mailbox) change(address, { expiresAt: mailbox.expiresAt, pinned: mailbox.pinned })
          return mailbox
        } catch (error) {
          if (refusedAsGone(error)) change(address, { ended: true })
          throw error
        }
      },
      enabled: ended !== true,
      retry: false,
      refetchInterval: address === open ? ASK_MS * 3 : ASK_MS,
    })),
    combine: results =>
      new Map(
        results.flatMap(({ data }, place) => {
          const kept = book[place]
          return kept && data ? [[kept.address, data] as const] : []
        }),
      ),
  })
}

/** Makes the token of the shown address the current login, unless it has ended. */
function useCurrentToken(
  chosen: KeptAddress | null,
  now: Date,
  setToken: (token: string | null) => void,
): void {
  const over = chosen !== null && isOver(chosen, now)
  const token = chosen?.token ?? null
  useEffect(() => {
    if (token === null) return
    if (over) {
      if (readToken() === token) dropToken()
    } else if (readToken() !== token) {
      keepToken(token)
      void loadVariables().catch(() => undefined)
    }
    setToken(readToken())
  }, [token, over, setToken])
}

/**
 * Handles a mailbox's token that is not in the book, after a log-in by password: its address joins the shelf.
 */
function useStrayToken(book: readonly KeptAddress[], token: string | null): { waiting: boolean } {
  const keep = useAddressBook(state => state.keep)
  const { role } = usePermission()
  const startUp = useStartUp(state => state.state)
  const stray = token !== null && !book.some(entry => entry.token === token)
  // Until the rights are known, the token may be an account's.
  const isMailbox = startUp === 'done' && role === 'mailbox'
  const { isPending } = useQuery({
    queryKey: addressKeys.stray(stray),
    queryFn: async () => {
      if (token === null) return null
      try {
        const mailbox = await mailboxOf(token)
        if (mailbox) {
          const { address, createdAt, expiresAt } = mailbox
          keep({ address, token, startedAt: createdAt, expiresAt })
        }
      } catch (error) {
        if (refusedAsGone(error) && readToken() === token) dropToken()
      }
      return null
    },
    enabled: stray && isMailbox,
    retry: false,
    gcTime: 0,
  })
  return { waiting: stray && (startUp === 'waiting' || (isMailbox && isPending)) }
}
