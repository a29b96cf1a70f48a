/**
 * The addresses that a visitor holds in this browser, each with its own token: `yanshu.addresses`. One of
 * them is the current login, stored under `token` like every login. Nothing here asks the server.
 */
import { create } from 'zustand'
import { deviceStorage } from '../api/device-storage.ts'

export const BOOK_KEY = 'yanshu.addresses'
const MOST = 20

export type KeptAddress = {
  address: string
  token: string
  /** The start of its lifetime. */
  startedAt: string
  expiresAt: string | null
  pinned?: boolean
  /** The server no longer knows it. */
  ended?: true
}

export type BookStorage = Pick<Storage, 'getItem' | 'setItem'>

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

function readEntry(value: unknown): KeptAddress[] {
  if (typeof value !== 'object' || value === null) return []
  const { address, token, startedAt, expiresAt, pinned, ended } = value as Record<string, unknown>
  if (typeof address !== 'string' || !address.includes('@') || typeof token !== 'string' || token === '')
    return []
  if (expiresAt !== null && !isTime(expiresAt)) return []
  return [
    {
      address,
      token,
      startedAt: isTime(startedAt) ? startedAt : new Date(0).toISOString(),
      expiresAt,
      ...(pinned === true && { pinned }),
      ...(ended === true && { ended }),
    },
  ]
}

/** Returns the stored addresses and drops invalid entries. */
export function readBook(text: string | null): KeptAddress[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.flatMap(readEntry).slice(0, MOST) : []
  } catch {
    return []
  }
}

/**
 * Puts the newest first; an address that is already there keeps its place. When there are too many, the
 * oldest goes: of the ended ones, else of the unpinned ones, else of all.
 */
export function keepAddress(book: readonly KeptAddress[], entry: KeptAddress, now: Date): KeptAddress[] {
  const at = book.findIndex(one => one.address === entry.address)
  if (at !== -1) return book.with(at, entry)
  if (book.length < MOST) return [entry, ...book]
  const gone =
    book.findLast(one => isOver(one, now)) ?? book.findLast(one => one.pinned !== true) ?? book.at(-1)
  return [entry, ...book.filter(one => one !== gone)]
}

/** Returns the addresses in their order on the shelf: the pinned ones first, otherwise as stored. */
export function inShelfOrder(book: readonly KeptAddress[]): KeptAddress[] {
  return book.toSorted((one, other) => Number(other.pinned === true) - Number(one.pinned === true))
}

export function isOver(entry: Pick<KeptAddress, 'expiresAt' | 'ended'>, now: Date): boolean {
  return entry.ended === true || (entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now.getTime())
}

/** True when its login ended before its time: the password was changed, or it was deleted elsewhere. */
export function isLoggedOut(entry: Pick<KeptAddress, 'expiresAt' | 'ended'>, now: Date): boolean {
  return entry.ended === true && !isOver({ expiresAt: entry.expiresAt }, now)
}

/**
 * Returns the address to show: the named one, else the one whose token is current and valid, else the first
 * that is still alive.
 */
export function chooseAddress(
  book: readonly KeptAddress[],
  wanted: string | null,
  token: string | null,
  now: Date,
): KeptAddress | null {
  return (
    book.find(entry => entry.address === wanted) ??
    book.find(entry => entry.token === token && !isOver(entry, now)) ??
    book.find(entry => !isOver(entry, now)) ??
    null
  )
}

type BookState = {
  book: readonly KeptAddress[]
  /** Returns the address that had to make room for it, if that was still usable. */
  keep: (entry: KeptAddress) => KeptAddress | undefined
  change: (address: string, change: Partial<KeptAddress>) => void
  forget: (address: string) => void
  /** Forgets the address of a login that was ended on purpose. */
  forgetToken: (token: string) => void
  reload: () => void
}

export function createAddressBook(storage: () => BookStorage) {
  const stored = () => {
    try {
      return readBook(storage().getItem(BOOK_KEY))
    } catch {
      return []
    }
  }
  return create<BookState>()(set => {
    // Another tab may have written in between, and its changes must not be lost.
    const write = (next: (book: readonly KeptAddress[]) => readonly KeptAddress[]) =>
      set(({ book }) => {
        const latest = stored()
        const changed = next(latest.length === 0 ? book : latest)
        if (JSON.stringify(changed) === JSON.stringify(book)) return {}
        try {
          storage().setItem(BOOK_KEY, JSON.stringify(changed))
        } catch {
          // Without storage the addresses last for this visit.
        }
        return { book: changed }
      })
    return {
      book: stored(),
      keep: entry => {
        const now = new Date()
        let gone: KeptAddress | undefined
        write(book => {
          const next = keepAddress(book, entry, now)
          gone = book.find(one => !isOver(one, now) && !next.some(({ address }) => address === one.address))
          return next
        })
        return gone
      },
      change: (address, change) =>
        write(book => book.map(entry => (entry.address === address ? { ...entry, ...change } : entry))),
      forget: address => write(book => book.filter(entry => entry.address !== address)),
      forgetToken: token => write(book => book.filter(entry => entry.token !== token)),
      reload: () => set({ book: stored() }),
    }
  })
}

export const useAddressBook = createAddressBook(() => deviceStorage)
