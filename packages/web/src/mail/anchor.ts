/** Keeps the text being read in place while rows come and go above it. */
export type Anchor = { id: string; index: number } | null

/** Returns the topmost visible row. */
export function anchorAt(order: readonly string[], scrollTop: number, rowHeight: number): Anchor {
  const index = Math.min(order.length - 1, Math.floor(scrollTop / rowHeight))
  const id = order[index]
  return id === undefined ? null : { id, index }
}

/**
 * Returns by how many pixels the list must scroll so that the row stays in place. At the top of the list, new
 * rows push the others down.
 */
export function scrollBy(
  anchor: Anchor,
  order: readonly string[],
  scrollTop: number,
  rowHeight: number,
): number {
  if (anchor === null || scrollTop < rowHeight / 2) return 0
  const now = order.indexOf(anchor.id)
  return now === -1 ? 0 : (now - anchor.index) * rowHeight
}
