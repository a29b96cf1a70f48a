/**
 * Keeps text that could not be saved because the login had ended, until the same person is back at the same
 * letter. It stays in this window; when others ended the login, in this browser, because it may take days.
 */
import type { Upload } from '@yanshu/contract'
import type { ComposeStart } from './compose-url.ts'
import type { Content } from './content.ts'
import type { Saved } from './draft-keeper.ts'

export type Unsaved = {
  start: ComposeStart
  content: Content
  files: readonly Upload[]
  saved: Saved | null
}

const KEY = 'unsaved-letter'
/** Text that nobody came back for. */
const KEPT_MS = 30 * 86_400_000

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const places: readonly (() => Place)[] = [() => sessionStorage, () => localStorage]

/** `lasting`: in this browser, also when the window is closed. */
export function keepUnsaved(letter: Unsaved, lasting = false): void {
  try {
    const place = lasting ? localStorage : sessionStorage
    place.setItem(KEY, JSON.stringify({ ...letter, keptAt: Date.now() }))
  } catch {
    // It is too large for the browser, or storage is off; there is no other place.
  }
}

/**
 * Returns the letter with this start, written by somebody who may send from these addresses. It is returned
 * only once.
 */
export function takeUnsaved(start: ComposeStart, addresses: readonly string[]): Unsaved | null {
  for (const place of places) {
    const found = takeFrom(place, start, addresses)
    if (found) return found
  }
  return null
}

function takeFrom(place: () => Place, start: ComposeStart, addresses: readonly string[]): Unsaved | null {
  try {
    const kept = JSON.parse(place().getItem(KEY) ?? 'null') as (Unsaved & { keptAt: number }) | null
    if (kept === null) return null
    const { keptAt, ...letter } = kept
    const isOld = !(Date.now() - keptAt < KEPT_MS)
    if (!isOld && JSON.stringify(letter.start) !== JSON.stringify(start)) return null
    place().removeItem(KEY)
    return !isOld && addresses.includes(letter.content.from) ? letter : null
  } catch {
    return null
  }
}

/** Whether a letter waits in this browser for somebody to come back. */
export function isLetterWaiting(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
