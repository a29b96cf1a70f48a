/** Steps through a list of mails: the open one, its neighbours, and the keys that move between them. */
import { type RefObject, useEffect, useState } from 'react'
import { mailOfRow } from '../kept-focus.ts'
import type { MailListHandle } from '../list-focus.ts'
import type { KeyHandlers } from '../use-keys.ts'
import type { Neighbours } from './view-bar.tsx'

type Reading<Mail> = {
  mails: readonly Mail[]
  /** True when the list has more mails than these. */
  hasMore: boolean
  openId: string | null
  open: (id: string | null) => void
  list: RefObject<MailListHandle | null>
}

export function positionText(at: number, count: number, hasMore: boolean): string {
  return at === -1 ? '' : `${at + 1} / ${count}${hasMore ? '+' : ''}`
}

export function useReading<Mail extends { id: string }>({
  mails,
  hasMore,
  openId,
  open,
  list,
}: Reading<Mail>): {
  neighbours: Neighbours
  /** The mail that keys act on: the open one, else the one whose row has the focus. */
  current: Mail | null
  /** The mail to go to when the current one leaves the list. */
  after: Mail | null
  keys: Pick<KeyHandlers, 'next' | 'previous' | 'open' | 'back'>
} {
  const [cursor, setCursor] = useState<string | null>(null)
  useEffect(() => {
    const onFocus = (event: FocusEvent) => setCursor(known => mailOfRow(event) ?? known)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  const at = mails.findIndex(mail => mail.id === (openId ?? cursor))
  const openAt = openId === null ? -1 : at
  const goTo = (index: number) => {
    const mail = mails[index]
    if (!mail) return
    setCursor(mail.id)
    list.current?.show(mail.id)
    if (openId !== null) open(mail.id)
  }
  const step = (by: number) => (mails[openAt + by] && openAt !== -1 ? () => goTo(openAt + by) : null)
  const current = mails[at] ?? null
  return {
    neighbours: { position: positionText(openAt, mails.length, hasMore), previous: step(-1), next: step(1) },
    current,
    after: mails[at + 1] ?? mails[at - 1] ?? null,
    keys: {
      next: () => goTo(at + 1),
      previous: () => goTo(at === -1 ? 0 : at - 1),
      open: () => current && open(current.id),
      ...(openId !== null && { back: () => open(null) }),
    },
  }
}
