import { useEffect, useRef } from 'react'
import { keyPlace } from '../ui/key-place.ts'
import { actionOf, type KeyAction } from './keys.ts'

export type KeyHandlers = Partial<Record<KeyAction, () => void>>

/** Listens for the keys. An action without a handler does not exist on this page. */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = actionOf(event, keyPlace(event.target))
      const run = action === null ? undefined : current.current[action]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
