/** A tooltip for pointer and keyboard. Words only; it adds nothing to the accessible name, which the child must have. */
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import styles from './tip.module.css'

type Side = 'below' | 'right'
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
        createPortal(<Bubble text={text} side={side} anchor={anchor} />, document.body)}
    </>
  )
}

function Bubble({ text, side, anchor }: { text: string; side: Side; anchor: HTMLElement }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bubble = ref.current
    if (!bubble) return
    const box = anchor.getBoundingClientRect()
    const { width, height } = bubble.getBoundingClientRect()
    const left = side === 'right' ? box.right + 8 : box.left + box.width / 2 - width / 2
    const below = box.bottom + 6
    const top = side === 'right' ? box.top + box.height / 2 - height / 2 : below
    bubble.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
    bubble.style.top = `${top + height > innerHeight - 8 ? box.top - height - 6 : top}px`
  })
  return (
    <div ref={ref} className={styles.tip} aria-hidden="true">
      {text}
    </div>
  )
}
