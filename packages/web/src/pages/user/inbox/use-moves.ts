/** Moving mails from this page: to a place that is known, to one that is asked for, and by dragging. */
import type { MailRow } from '@yanshu/contract'
import { useMemo, useState } from 'react'
import type { MailActions, Place } from '../../../mail/actions.ts'
import { beginDrag } from '../../../mail/folders/drag.ts'
import type { RowDrag } from '../../../mail/mail-list.tsx'
import { useMedia } from '../../../ui/use-media.ts'

/** Below this width no folders stand beside the list. */
const FOLDERS_BESIDE = '(min-width: 1100px)'

type Moves = {
  actions: MailActions
  picked: readonly MailRow[]
  /** Runs after mails have gone from here. */
  onMoved: (mails: readonly MailRow[], place: Place) => void
}

export function useMoves({ actions, picked, onMoved }: Moves) {
  const [asked, setAsked] = useState<readonly MailRow[] | null>(null)
  const [dragged, setDragged] = useState<readonly MailRow[]>([])
  const beside = useMedia(FOLDERS_BESIDE)
  const moveTo = (mails: readonly MailRow[], place: Place) => {
    const folder = typeof place === 'string' ? place : place.id
    if (mails.every(mail => mail.folder === folder)) return
    actions.move(mails, place)
    onMoved(mails, place)
  }
  const away = useMemo(() => new Set(dragged.map(mail => mail.id)), [dragged])
  const drag: RowDrag = {
    onStart: (mail, event) => {
      const mails = picked.some(one => one.id === mail.id) ? picked : [mail]
      beginDrag(event, mails)
      setDragged(mails)
    },
    onEnd: () => setDragged([]),
    away,
  }
  return {
    moveTo,
    asked,
    ask: (mails: readonly MailRow[]) => mails.length > 0 && setAsked(mails),
    endAsking: () => setAsked(null),
    drag: beside ? drag : undefined,
    dropping: {
      dragged,
      onDrop: (place: Place) => {
        setDragged([])
        moveTo(dragged, place)
      },
    },
  }
}
