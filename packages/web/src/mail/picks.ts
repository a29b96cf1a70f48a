/** The picked mails of a list, and the effect of a click with the shift key. */
export type Picks = { ids: ReadonlySet<string>; last: string | null }

export const noPicks: Picks = { ids: new Set(), last: null }

export function pick(
  picks: Picks,
  order: readonly string[],
  id: string,
  picked: boolean,
  range: boolean,
): Picks {
  const ids = new Set(picks.ids)
  const from = range && picks.last !== null ? order.indexOf(picks.last) : -1
  const to = order.indexOf(id)
  const touched = from === -1 || to === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of touched) {
    if (picked) ids.add(one)
    else ids.delete(one)
  }
  return { ids, last: id }
}

/** Mails that have left the list are no longer picked. */
export function stillThere(picks: Picks, order: readonly string[]): Picks {
  const here = new Set(order)
  if ([...picks.ids].every(id => here.has(id))) return picks
  return { ids: new Set([...picks.ids].filter(id => here.has(id))), last: picks.last }
}
