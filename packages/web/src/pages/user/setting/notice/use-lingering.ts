import { useState } from 'react'

/**
 * Keeps the subject of a drawer or dialog while it slides away. `turn` counts the openings, so that one
 * reopened before it was gone starts afresh.
 */
export function useLingering<Thing>(open: Thing | null): { shown: Thing | null; turn: number } {
  const [state, setState] = useState({ open, shown: open, turn: 0 })
  if (open === state.open) return state
  const next = {
    open,
    shown: open ?? state.shown,
    turn: state.open === null ? state.turn + 1 : state.turn,
  }
  setState(next)
  return next
}
