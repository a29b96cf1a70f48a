/**
 * What was written and could not be saved because the login had ended. It is kept for this window until the same person
 * is back at the same letter.
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

export function keepUnsaved(letter: Unsaved): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(letter))
  } catch {
    // Too much for the browser, or storage is off: there is no other place.
  }
}

/** The letter that was begun like this by one who may write from these addresses. It is handed out once. */
export function takeUnsaved(start: ComposeStart, addresses: readonly string[]): Unsaved | null {
  try {
    const letter = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Unsaved | null
    if (letter === null || JSON.stringify(letter.start) !== JSON.stringify(start)) return null
    sessionStorage.removeItem(KEY)
    return addresses.includes(letter.content.from) ? letter : null
  } catch {
    return null
  }
}
