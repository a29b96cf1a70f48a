/**
 * The passwords that were shown in this tab: `yanshu.once`, gone when the tab is closed or the buyer has put them away.
 * The server shows a password once; a reload by mistake must not be what loses it.
 */
import { create } from 'zustand'

const KEY = 'yanshu.once'

type OnceStorage = Pick<Storage, 'getItem' | 'setItem'>
type Passwords = Readonly<Record<string, string>>

function readPasswords(text: string | null): Passwords {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

type OnceState = {
  /** By order number. */
  passwords: Passwords
  show: (orderNo: string, password: string) => void
  putAway: (orderNo: string) => void
}

export function createShownOnce(storage: () => OnceStorage) {
  const stored = () => {
    try {
      return readPasswords(storage().getItem(KEY))
    } catch {
      return {}
    }
  }
  return create<OnceState>()(set => {
    const write = (next: (known: Passwords) => Passwords) =>
      set(({ passwords }) => {
        const changed = next(passwords)
        try {
          storage().setItem(KEY, JSON.stringify(changed))
        } catch {
          // Without storage a reload loses it, as the page says it may.
        }
        return { passwords: changed }
      })
    return {
      passwords: stored(),
      show: (orderNo, password) => write(known => ({ ...known, [orderNo]: password })),
      putAway: orderNo => write(({ [orderNo]: _, ...rest }) => rest),
    }
  })
}

export const useShownOnce = createShownOnce(() => sessionStorage)
