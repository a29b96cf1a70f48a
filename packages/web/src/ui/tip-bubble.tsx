import { useLayoutEffect, useRef } from 'react'
import styles from './tip.module.css'

export type Side = 'below' | 'right'

/** The bubble of a tooltip, beside its element. */
export function TipBubble({ text, side, anchor }: { text: string; side: Side; anchor: HTMLElement }) {
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
