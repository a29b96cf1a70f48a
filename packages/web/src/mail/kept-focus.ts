/**
 * When the row or the mail that the keyboard was in goes away, the keyboard goes on in the list: at the mail that is open
 * now, at the one that was closed, or at the one that followed what is gone.
 */
import { type RefObject, useEffect, useRef } from 'react'

/** The mail whose row the keyboard has come to. */
export function mailOfRow({ target }: FocusEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-mail]')?.dataset.mail : undefined
}

type Place = { order: readonly string[]; openId: string | null; id: string | null }

/** The row itself while it is there, else the nearest that was there with it. */
function heirOf(id: string, before: readonly string[], order: readonly string[]): string | null {
  const there = new Set(order)
  if (there.has(id)) return id
  const at = before.indexOf(id)
  if (at === -1) return null
  const isThere = (other: string) => there.has(other)
  return before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere) ?? null
}

/** The row that one is at after a change, and whether the keyboard belongs there if it is nowhere. */
export function nextPlace(
  known: Place,
  order: readonly string[],
  openId: string | null,
): { id: string | null; isMeant: boolean } {
  const { openId: closed, id: last } = known
  const isOther = openId !== closed
  const wanted = isOther ? (openId ?? (closed !== null && order.includes(closed) ? closed : last)) : last
  const id = wanted === null ? null : heirOf(wanted, known.order, order)
  return { id, isMeant: id !== null && ((isOther && closed !== null) || (wanted === last && id !== last)) }
}

/** The answer takes the keyboard to where it was, if it is nowhere now. */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  openId: string | null,
  show: (id: string) => void,
): () => void {
  const known = useRef<Place>({ order, openId, id: openId })
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      known.current.id = mailOfRow(event) ?? known.current.id
    }
    const element = list.current
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [list])
  useEffect(() => {
    if (known.current.order === order && known.current.openId === openId) return
    const { id, isMeant } = nextPlace(known.current, order, openId)
    known.current = { order, openId, id }
    if (id !== null && isMeant && isNowhere()) show(id)
  })
  return () => {
    const { id } = known.current
    if (id !== null && isNowhere()) show(id)
  }
}

const isNowhere = () => document.activeElement === document.body
