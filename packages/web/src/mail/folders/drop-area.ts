/** Makes a folder in the pane a place to drop mails on. */
import type { MailRow } from '@yanshu/contract'
import { type DragEvent, useState } from 'react'
import type { Place } from '../actions.ts'
import { takes } from './drag.ts'

/** The mails under the pointer, and what becomes of them. */
export type Dropping = { dragged: readonly MailRow[]; onDrop: (place: Place) => void }

const nothing: Dropping = { dragged: [], onDrop: () => undefined }

export function useDropArea(
  folder: { id: string; mailboxId: string | null },
  place: Place | null,
  { dragged, onDrop }: Dropping = nothing,
) {
  const [over, setOver] = useState(false)
  const isOpen = place !== null && dragged.length > 0 && takes(folder, dragged)
  const onDragOver = (event: DragEvent) => {
    if (!isOpen) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  return {
    isOver: isOpen && over,
    props: {
      onDragOver,
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        if (isOpen) onDrop(place)
      },
    },
  }
}
