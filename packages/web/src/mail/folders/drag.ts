/** Dragging mails with the mouse onto folders. */
import type { MailRow } from '@yanshu/contract'
import type { DragEvent } from 'react'
import { shortened } from '../../ui/shortened.ts'
import styles from './drag.module.css'

/** What stands beside the pointer. */
export function draggedWords(mails: readonly Pick<MailRow, 'subject'>[]): string {
  const [first] = mails
  return mails.length > 1 ? `移动 ${mails.length} 封` : `移动：${shortened(first?.subject || '没有主题', 20)}`
}

/** Gives the drag its picture, and takes away the link that a row is, so that nothing else takes the drop. */
export function beginDrag(
  { dataTransfer }: Pick<DragEvent, 'dataTransfer'>,
  mails: readonly MailRow[],
): void {
  const ghost = document.createElement('div')
  ghost.className = styles.ghost ?? ''
  ghost.textContent = draggedWords(mails)
  document.body.append(ghost)
  dataTransfer.clearData()
  dataTransfer.setData('text/plain', mails.map(mail => mail.subject).join('\n'))
  dataTransfer.effectAllowed = 'move'
  dataTransfer.setDragImage(ghost, -12, -8)
  // The browser draws the picture after this event.
  setTimeout(() => ghost.remove())
}

/** A folder takes mails of its own mailbox that are not in it yet. */
export function takes(
  folder: { id: string; mailboxId: string | null },
  mails: readonly Pick<MailRow, 'folder' | 'mailboxId'>[],
): boolean {
  return (
    mails.some(mail => mail.folder !== folder.id) &&
    mails.every(mail => folder.mailboxId === null || folder.mailboxId === mail.mailboxId)
  )
}
