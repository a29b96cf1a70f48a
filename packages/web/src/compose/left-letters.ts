/**
 * Letters that were left before they had a draft in their address, by the entry of the history they were begun at. Whoever
 * comes back to that entry finds the draft that was saved, and not an empty letter.
 */
const KEY = 'left-letters'
const MOST = 20

type Left = readonly { entry: string; draftId: string }[]

function read(): Left {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(kept) ? (kept as Left) : []
  } catch {
    return []
  }
}

export function noteLeft(entry: string, draftId: string): void {
  // The entry that a window begins with has no name of its own: others are called the same.
  if (entry === 'default') return
  const others = read().filter(one => one.entry !== entry)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, { entry, draftId }].slice(-MOST)))
  } catch {
    // Storage is off or full: the draft is among the drafts all the same.
  }
}

export const leftAt = (entry: string): string | null =>
  read().find(one => one.entry === entry)?.draftId ?? null
