/**
 * The addresses a visitor holds in this browser, each with its own token: `yanshu.addresses`. One of them is the current
 * login, kept under `token` like every login. Nothing here asks the server.
 */
import { create } from 'zustand'

export const BOOK_KEY = 'yanshu.addresses'
const MOST = 20

export type KeptAddress = {
  address: string
  token: string
  /** Since when its time runs. */
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

/** What was kept; anything strange in it is left out. */
export function readBook(text: string | null): KeptAddress[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.flatMap(readEntry).slice(0, MOST) : []
  } catch {
    return []
  }
}

/**
 * The newest stands first; one that is there already keeps its place. When there are too many, one goes: of those that
 * are over, else of those that are not pinned, else of all, the oldest.
 */
export function keepAddress(book: readonly KeptAddress[], entry: KeptAddress, now: Date): KeptAddress[] {
  const at = book.findIndex(one => one.address === entry.address)
  if (at !== -1) return book.with(at, entry)
  if (book.length < MOST) return [entry, ...book]
  const gone =
    book.findLast(one => isOver(one, now)) ?? book.findLast(one => one.pinned !== true) ?? book.at(-1)
  return [entry, ...book.filter(one => one !== gone)]
}

/** As they stand side by side: the pinned ones first, otherwise as they were kept. */
export function inShelfOrder(book: readonly KeptAddress[]): KeptAddress[] {
  return book.toSorted((one, other) => Number(other.pinned === true) - Number(one.pinned === true))
}

export function isOver(entry: Pick<KeptAddress, 'expiresAt' | 'ended'>, now: Date): boolean {
  return entry.ended === true || (entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now.getTime())
}

/** Its login was ended before its time: the password was changed, or it was deleted elsewhere. */
export function isLoggedOut(entry: Pick<KeptAddress, 'expiresAt' | 'ended'>, now: Date): boolean {
  return entry.ended === true && !isOver({ expiresAt: entry.expiresAt }, now)
}

/** The address to show: the one named, else the one whose token is current and good, else the first that still lives. */
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
  /** Answers the address that had to make room for it, if that could still have been used. */
  keep: (entry: KeptAddress) => KeptAddress | undefined
  change: (address: string, change: Partial<KeptAddress>) => void
  forget: (address: string) => void
  /** A login that was ended on purpose: its address is no longer held here. */
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
    // Another tab may have written in between; what it kept must not be lost.
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

export const useAddressBook = createAddressBook(() => localStorage)
