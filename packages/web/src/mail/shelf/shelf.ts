/**
 * The addresses side by side on /home and /use, held by a visitor in this browser or by a system account on
 * the server. The pages know only this shape.
 */
import type { BodyOf, Calls, Mailbox } from '@yanshu/contract'
import { createContext, useContext } from 'react'
import type { AddressChoice } from '../address/address-choice.ts'

export type ShelfEntry = {
  address: string
  startedAt: string
  expiresAt: string | null
  unread: number
  over: boolean
  /** The login has ended only here: anybody with the password can open it again. */
  loggedOut: boolean
  /** Set once the server has answered. */
  mailbox: Mailbox | null
}

export type MailboxChange = Omit<BodyOf<Calls['editEmailAccount']>, 'id'>

export type Shelf = {
  kind: 'visitor' | 'account'
  /** The shelf is still loading. */
  waiting: boolean
  error: unknown
  retry: () => void
  entries: readonly ShelfEntry[]
  current: ShelfEntry | null
  /** Makes a new address and shows it. One that nobody asked for gives way to what was opened meanwhile. */
  create: (choice: AddressChoice, unasked?: 'unasked') => Promise<void>
  /** Changes the current address. */
  edit: (change: MailboxChange) => Promise<void>
  /** Removes an address: takes it off the shelf here, or deletes it. */
  forget: (entry: ShelfEntry) => Promise<void>
  /** Makes a token from elsewhere (password or card) the current one. */
  enter: (token: string) => Promise<void>
  /** The finished share of a proof of work, while one is running. */
  proof: number | null
}

const ShelfContext = createContext<Shelf | null>(null)

export const ShelfProvider = ShelfContext

export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext)
  if (!shelf) throw new Error('addresses are shown outside a shelf')
  return shelf
}
