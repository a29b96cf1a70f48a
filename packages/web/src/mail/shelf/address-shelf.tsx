import { lazy, type ReactNode, Suspense } from 'react'
import { usePermission } from '../../account/permission.ts'
import { readToken } from '../../api/token.ts'
import { MailSourceProvider } from '../source.tsx'
import { type Shelf, ShelfProvider } from './shelf.ts'
import { VisitorShelf } from './visitor-shelf.tsx'

const AccountShelf = lazy(async () => ({ default: (await import('./account-shelf.tsx')).AccountShelf }))

type AddressShelfProps = {
  /** The address that the page's URL names. */
  wanted: string | null
  show: (address: string | null) => void
  children: ReactNode
}

const nothing = async () => undefined

/** The shelf of an account before its data is known. */
const waitingShelf: Shelf = {
  kind: 'account',
  waiting: true,
  error: null,
  retry: () => undefined,
  entries: [],
  current: null,
  create: nothing,
  edit: nothing,
  forget: nothing,
  enter: nothing,
  proof: null,
}

/**
 * The shelf of the current caller. Most callers are visitors; the shelf of an account loads when it is
 * needed.
 */
export function AddressShelf(props: AddressShelfProps) {
  const { role } = usePermission()
  const isAccount = (role === 'user' || role === 'admin') && readToken() !== null
  if (!isAccount) return <VisitorShelf {...props} />
  // The page is inert until the shelf comes, because it is then made anew and anything begun in it would be
  // lost.
  const waiting = (
    <MailSourceProvider value={null}>
      <ShelfProvider value={waitingShelf}>
        <div inert style={{ display: 'contents' }}>
          {props.children}
        </div>
      </ShelfProvider>
    </MailSourceProvider>
  )
  return (
    <Suspense fallback={waiting}>
      <AccountShelf {...props} />
    </Suspense>
  )
}
