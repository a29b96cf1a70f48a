/** The window of the DOM in tests, with its extra functions for tests. */
import type { Window } from 'happy-dom'

export const domWindow = (): Window => window as unknown as Window
