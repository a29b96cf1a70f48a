/**
 * Remembers letters that were left before their URL named a draft, by the entry of the browser's history.
 * Going back to that entry then finds the saved draft and not an empty letter.
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
  // The first entry of every window has the same name, so it identifies nothing.
  if (entry === 'default') return
  const others = read().filter(one => one.entry !== entry)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, { entry, draftId }].slice(-MOST)))
  } catch {
    // When storage is off or full, the draft is still among the drafts.
  }
}

export const leftAt = (entry: string): string | null =>
  read().find(one => one.entry === entry)?.draftId ?? null
