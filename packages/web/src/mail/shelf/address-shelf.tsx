import type { ReactNode } from 'react'
import { usePermission } from '../../account/permission.ts'
import { readToken } from '../../api/token.ts'
import { AccountShelf } from './account-shelf.tsx'
import { VisitorShelf } from './visitor-shelf.tsx'

type AddressShelfProps = {
  /** The address that the page's URL names. */
  wanted: string | null
  show: (address: string | null) => void
  children: ReactNode
}

/** The shelf of whoever looks at the page. */
export function AddressShelf(props: AddressShelfProps) {
  const { role } = usePermission()
  const isAccount = (role === 'user' || role === 'admin') && readToken() !== null
  return isAccount ? <AccountShelf {...props} /> : <VisitorShelf {...props} />
}
