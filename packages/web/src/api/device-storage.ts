/**
 * The browser's storage for this site. When the browser refuses because storage is forbidden or full, the values
 * last as long as the page is open, and the page can say so.
 */
import { create } from 'zustand'

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `held` are the values that the browser did not take. */
type Refusal = { refused: boolean; held: Readonly<Record<string, string>> }

export const useStorageRefusal = create<Refusal>()(() => ({ refused: false, held: {} }))

function without(held: Refusal['held'], name: string): Refusal['held'] {
  const { [name]: _gone, ...others } = held
  return others
}

export function createDeviceStorage(storage: () => DeviceStorage): DeviceStorage {
  const { getState, setState } = useStorageRefusal
  /** Null when the browser refused. */
  const attempt = <Answer>(act: (kept: DeviceStorage) => Answer): { answer: Answer } | null => {
    try {
      return { answer: act(storage()) }
    } catch {
      setState({ refused: true })
      return null
    }
  }
  return {
    getItem: name => getState().held[name] ?? attempt(kept => kept.getItem(name))?.answer ?? null,
    setItem(name, value) {
      const taken = attempt(kept => kept.setItem(name, value))
      const { held } = getState()
      setState({ held: taken ? without(held, name) : { ...held, [name]: value } })
    },
    removeItem(name) {
      attempt(kept => kept.removeItem(name))
      setState({ held: without(getState().held, name) })
    },
  }
}

export const deviceStorage = createDeviceStorage(() => localStorage)
