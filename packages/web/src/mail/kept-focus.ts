/**
 * When the focused row or mail goes away, the focus moves within the list: to the mail that is open now, to
 * the one that was closed, or to the one after the removed one.
 */
import { type RefObject, useEffect, useRef } from 'react'

/** Returns the mail whose row has received the focus. */
export function mailOfRow({ target }: FocusEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-mail]')?.dataset.mail : undefined
}

type Place = { order: readonly string[]; openId: string | null; id: string | null }

/** Returns the row itself while it is there, else its nearest former neighbour. */
function heirOf(id: string, before: readonly string[], order: readonly string[]): string | null {
  const there = new Set(order)
  if (there.has(id)) return id
  const at = before.indexOf(id)
  if (at === -1) return null
  const isThere = (other: string) => there.has(other)
  return before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere) ?? null
}

/** Returns the row to be at after a change, and whether it should get the focus if nothing has it. */
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

/** The returned function moves the focus back to its former row, if nothing has it now. */
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
