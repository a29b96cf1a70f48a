/** The head of the list: what is listed, and what can be done with all of it. */
import { CalendarX, CheckCheck, Ellipsis, Keyboard, PanelLeft, Trash2 } from 'lucide-react'
import { useAlertItems } from '../../../mail/alert-items.tsx'
import styles from '../../../mail/panes/list-pane.module.css'
import { IconButton } from '../../../ui/button.tsx'
import type { PopItem } from '../../../ui/pop-list.tsx'
import { PopMenu } from '../../../ui/pop-menu.tsx'

type ListHeadProps = {
  title: string
  folder: string
  onReadAll: () => void
  onDeleteRange: () => void
  onEmptyTrash: () => void
  onKeys: () => void
  /** Opens folders and mailboxes where they have no pane of their own. */
  onBoxes: () => void
}

export function ListHead(props: ListHeadProps) {
  const { title, folder, onReadAll, onDeleteRange, onEmptyTrash, onKeys, onBoxes } = props
  const alerts = useAlertItems()
  const items: PopItem[] = [
    { label: '全部标为已读', icon: <CheckCheck aria-hidden />, run: onReadAll },
    { label: '按时间删除', icon: <CalendarX aria-hidden />, run: onDeleteRange },
    ...(folder === 'trash'
      ? [{ label: '清空回收站', icon: <Trash2 aria-hidden />, danger: true, run: onEmptyTrash }]
      : []),
    ...alerts.map((item, place) => ({ ...item, apart: place === 0 })),
    { label: '看全部按键', icon: <Keyboard aria-hidden />, apart: true, run: onKeys },
  ]
  return (
    <header className={styles.head}>
      <IconButton small className={styles.boxesButton} label="文件夹与邮箱" onClick={onBoxes}>
        <PanelLeft aria-hidden />
      </IconButton>
      <h2 className="grow clip">{title}</h2>
      <PopMenu
        label="对整个列表"
        items={items}
        button={given => (
          <IconButton small label="更多：全部已读、按时间删除、提醒" {...given}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      />
    </header>
  )
}
