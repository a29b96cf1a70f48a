/**
 * The addresses side by side on /home and /use, whoever holds them: a visitor in this browser, or a system account on
 * the server. The pages know only this shape.
 */
import type { BodyOf, Calls, Mailbox } from '@yanshu/contract'
import { createContext, useContext } from 'react'
import type { AddressChoice } from '../address/address-form.tsx'

export type ShelfEntry = {
  address: string
  startedAt: string
  expiresAt: string | null
  unread: number
  over: boolean
  /** It is over here only: whoever has its password can open it again. */
  loggedOut: boolean
  /** Known once the server has been asked. */
  mailbox: Mailbox | null
}

export type MailboxChange = Omit<BodyOf<Calls['editEmailAccount']>, 'id'>

export type Shelf = {
  kind: 'visitor' | 'account'
  /** Still finding out what there is. */
  waiting: boolean
  error: unknown
  retry: () => void
  entries: readonly ShelfEntry[]
  current: ShelfEntry | null
  /** Makes a new address and shows it. */
  create: (choice: AddressChoice) => Promise<void>
  /** Changes the current one. */
  edit: (change: MailboxChange) => Promise<void>
  /** Lays one aside: takes it off the shelf here, or deletes it. */
  forget: (entry: ShelfEntry) => Promise<void>
  /** A token that was got elsewhere, by password or card, becomes the current one. */
  enter: (token: string) => Promise<void>
  /** The share of a proof of work that is done, while one is being done. */
  proof: number | null
}

const ShelfContext = createContext<Shelf | null>(null)

export const ShelfProvider = ShelfContext

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext)
  if (!shelf) throw new Error('addresses are shown outside a shelf')
  return shelf
}
