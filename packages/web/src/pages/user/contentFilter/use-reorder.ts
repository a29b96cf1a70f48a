/** Moving a row of a list by its grip: dragged with mouse or finger, or by the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

type Drag = { from: number; to: number; startY: number; offset: number; middles: readonly number[] }

export type GripProps = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: (event: PointerEvent<HTMLElement>) => void
  onPointerCancel: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Where a row lands when its middle is at y. The middles are those of all rows before the drag, top to bottom. */
export function landing(middles: readonly number[], from: number, y: number): number {
  const others = middles.filter((_, index) => index !== from)
  const below = others.findIndex(middle => y < middle)
  return below === -1 ? others.length : below
}

export function useReorder(onMove: (from: number, to: number) => void): {
  list: RefObject<HTMLOListElement | null>
  drag: Pick<Drag, 'from' | 'to' | 'offset'> | null
  gripOf: (index: number) => GripProps
} {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  function start(index: number, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    const middles = Array.from(list.current.children, row => {
      const box = row.getBoundingClientRect()
      return box.top + box.height / 2
    })
    setDrag({ from: index, to: index, startY: event.clientY, offset: 0, middles })
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    setDrag(known => {
      if (!known) return null
      const offset = event.clientY - known.startY
      const to = landing(known.middles, known.from, (known.middles[known.from] ?? 0) + offset)
      return { ...known, offset, to }
    })
  }

  function drop(): void {
    setDrag(null)
    if (drag && drag.from !== drag.to) onMove(drag.from, drag.to)
  }

  function step(index: number, event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Escape') setDrag(null)
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const to = index + by
    if (by === 0 || to < 0 || to >= (list.current?.children.length ?? 0)) return
    event.preventDefault()
    const grip = event.currentTarget
    onMove(index, to)
    // The row is moved within the page, which takes the focus away from it.
    requestAnimationFrame(() => requestAnimationFrame(() => grip.focus()))
  }

  return {
    list,
    drag,
    gripOf: index => ({
      onPointerDown: event => start(index, event),
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
      onKeyDown: event => step(index, event),
    }),
  }
}
