/** A tooltip for pointer and keyboard. It adds nothing to the accessible name, which the child must have. */
import {
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { Side } from './tip-bubble.tsx'

const TipBubble = lazy(async () => ({ default: (await import('./tip-bubble.tsx')).TipBubble }))

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

type TipProps = { text: string; side?: Side; off?: boolean; children: ReactElement<Handlers> }

export function Tip({ text, side = 'below', off = false, children }: TipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const hide = () => setAnchor(null)
  useEffect(() => {
    if (!anchor) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [anchor])
  const given = children.props
  const child = cloneElement(children, {
    onPointerEnter: event => {
      given.onPointerEnter?.(event)
      if (event.pointerType === 'mouse') setAnchor(event.currentTarget)
    },
    onPointerLeave: event => {
      given.onPointerLeave?.(event)
      hide()
    },
    onPointerDown: event => {
      given.onPointerDown?.(event)
      hide()
    },
    onFocus: event => {
      given.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
    },
    onBlur: event => {
      given.onBlur?.(event)
      hide()
    },
  })
  return (
    <>
      {child}
      {anchor?.isConnected &&
        !off &&
        createPortal(
          <Suspense>
            <TipBubble text={text} side={side} anchor={anchor} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
