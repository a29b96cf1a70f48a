/** The folders that are folded, remembered by this browser. */
import { create } from 'zustand'
import { deviceStorage } from '../../api/device-storage.ts'

const KEY = 'yanshu.folded'
/** Folders that are gone are never unfolded, so the oldest are forgotten. */
const MOST = 200

function readFolded(): string[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string').slice(-MOST) : []
  } catch {
    return []
  }
}

type Folded = { ids: readonly string[]; fold: (id: string, folded: boolean) => void }

export const useFolded = create<Folded>()(set => ({
  ids: readFolded(),
  fold: (id, folded) => {
    // Another tab may have changed it.
    const others = readFolded().filter(other => other !== id)
    const ids = folded ? [...others, id].slice(-MOST) : others
    deviceStorage.setItem(KEY, JSON.stringify(ids))
    set({ ids })
  },
}))
