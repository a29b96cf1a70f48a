/** Functions that a list of mail rows offers: to show one, and to get the focus back. */
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import { useKeptFocus } from './kept-focus.ts'

export type MailListHandle = {
  show: (id: string) => void
  /** Takes the focus after a dialog, if the element that opened it is gone and nothing has the focus. */
  regain: () => void
}

type Rows = {
  scroller: RefObject<HTMLElement | null>
  order: readonly string[]
  openId: string | null
  scrollTo: (index: number) => void
}

export function useListFocus(ref: Ref<MailListHandle> | undefined, rows: Rows): void {
  const { scroller, order, openId, scrollTo } = rows
  const show = (id: string) => {
    const index = order.indexOf(id)
    if (index === -1) return
    scrollTo(index)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-mail="${id}"] a`)?.focus({ preventScroll: true }),
    )
  }
  const regain = useKeptFocus(scroller, order, openId, show)
  useImperativeHandle(ref, () => ({ show, regain }))
}
