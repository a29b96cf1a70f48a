/** The shelf of a system account: its mailboxes on the server. The account's token stays the current one. */
import { useQueryClient } from '@tanstack/react-query'
import type { Mailbox } from '@yanshu/contract'
import { errorCodes } from '@yanshu/contract/error-codes'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useReaches } from '../../account/permission.ts'
import { useEnter } from '../../account/session.ts'
import { ApiError } from '../../api/api-error.ts'
import { api, fetchBytes, sendFile } from '../../api/index.ts'
import { readToken } from '../../api/token.ts'
import { paths } from '../../site/paths.ts'
import { useNow } from '../../ui/use-now.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailboxes, useUnread } from '../queries.ts'
import { type MailSource, MailSourceProvider } from '../source.tsx'
import { countOf } from '../unread-counts.ts'
import { type Shelf, type ShelfEntry, ShelfProvider } from './shelf.ts'

type AccountShelfProps = {
  wanted: string | null
  show: (address: string | null) => void
  children: ReactNode
}

/** Without the inbox there is nothing to show and nothing to ask for. */
const shut = new ApiError({ error: errorCodes.forbidden, msg: '' })

export function AccountShelf(props: AccountShelfProps) {
  const readsMail = useReaches('inbox')
  const token = readToken() ?? ''
  const source = useMemo<MailSource>(() => ({ key: 'user', token, api, fetchBytes, sendFile }), [token])
  return (
    <MailSourceProvider value={source}>
      <Entries {...props} shut={readsMail ? null : shut} />
    </MailSourceProvider>
  )
}

/** Returns pinned mailboxes first, then temporary addresses, then accounts, each group from new to old. */
export function inOrder(boxes: readonly Mailbox[]): Mailbox[] {
  const rank = (box: Mailbox) => (box.pinned ? 0 : box.kind === 'temporary' ? 1 : 2)
  return boxes.toSorted(
    (one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt),
  )
}

function Entries({ wanted, show, shut, children }: AccountShelfProps & { shut: ApiError | null }) {
  const client = useQueryClient()
  const enter = useEnter()
  const { data, error, isPending, refetch } = useMailboxes({ enabled: shut === null })
  const unread = useUnread(shut === null).data
  const now = useNow(5_000)
  // An address that ends while the person looks at it stays visible and is marked as ended.
  const [looked, setLooked] = useState<string | null>(null)
  const shelf = useMemo<Shelf>(() => {
    const entries = inOrder(data?.list ?? []).map<ShelfEntry>(mailbox => ({
      address: mailbox.address,
      startedAt: mailbox.createdAt,
      expiresAt: mailbox.expiresAt,
      unread: unread ? countOf(unread, mailbox.id) : mailbox.unread,
      over: mailbox.expiresAt !== null && Date.parse(mailbox.expiresAt) <= now.getTime(),
      loggedOut: false,
      mailbox,
    }))
    const current =
      entries.find(entry => entry.address === (wanted ?? looked)) ??
      entries.find(entry => !entry.over) ??
      null
    const askAgain = () => client.invalidateQueries({ queryKey: mailKeys.boxes('user') })
    return {
      kind: 'account',
      waiting: shut === null && isPending,
      error: shut ?? error,
      retry: () => void refetch(),
      entries,
      current,
      create: async choice => {
        const { mailbox } = await api.createEmail({ body: choice })
        await askAgain()
        setLooked(mailbox.address)
        show(mailbox.address)
      },
      edit: async change => {
        if (!current?.mailbox) return
        await api.editEmailAccount({ body: { id: current.mailbox.id, ...change } })
        await askAgain()
      },
      forget: async entry => {
        if (entry.mailbox) await api.delEmailAccount({ body: { ids: [entry.mailbox.id] } })
        await askAgain()
        show(null)
      },
      enter: token => enter(token, paths.use),
      proof: null,
    }
  }, [data, shut, error, isPending, refetch, unread, now, wanted, looked, show, client, enter])
  const address = shelf.current?.address ?? null
  useEffect(() => setLooked(address), [address])
  return <ShelfProvider value={shelf}>{children}</ShelfProvider>
}
