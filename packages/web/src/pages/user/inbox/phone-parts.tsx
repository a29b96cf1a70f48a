/** The inbox's parts in the phone's top bar: folder and mailbox, the search, the rest; and their drawer. */
import { Drawer } from 'antd'
import { CalendarX, CheckCheck, ChevronDown, Ellipsis, ListChecks, Search, Trash2 } from 'lucide-react'
import { useAlertItems } from '../../../mail/alert-items.tsx'
import { useOwnFolder } from '../../../mail/folders/queries.ts'
import { inboxFolderName } from '../../../mail/inbox/folder-looks.ts'
import type { InboxView } from '../../../mail/inbox/inbox-url.ts'
import styles from '../../../mail/panes/phone-parts.module.css'
import { useMailboxesWith } from '../../../mail/queries.ts'
import { watchedBox, whyItRests } from '../../../mail/watched-box.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FrameSlot } from '../../../ui/frame-slots.tsx'
import { PopMenu } from '../../../ui/pop-menu.tsx'
import { BoxesPane } from './boxes-pane.tsx'
import type { FolderAct } from './folder-tree.tsx'

type PhonePartsProps = {
  view: InboxView
  mailbox: string | undefined
  mayCreate: boolean
  onCreate: () => void
  onFolder: (act: FolderAct) => void
  /** Whether the drawer with folders and mailboxes is open; in two panes it is opened from the list's head. */
  boxes: boolean
  onBoxes: (open: boolean) => void
  onFind: () => void
  /** Rows have boxes to pick them by. */
  picking: boolean
  onPicking: () => void
  onReadAll: () => void
  onDeleteRange: () => void
  onEmptyTrash: () => void
}

export function PhoneParts(props: PhonePartsProps) {
  const {
    view,
    mailbox,
    mayCreate,
    onCreate,
    onFolder,
    onFind,
    picking,
    onPicking,
    onReadAll,
    onDeleteRange,
    onEmptyTrash,
    boxes,
    onBoxes,
  } = props
  const alerts = useAlertItems()
  const folder = inboxFolderName(view.folder, useOwnFolder(view.mailbox, view.folder)?.name)
  const known = useMailboxesWith(view.mailbox).data
  const rests = whyItRests(watchedBox(known, view.mailbox))
  const name = mailbox ?? (known?.total === 1 ? known.list[0]?.address : undefined) ?? '全部邮箱'
  return (
    <>
      <FrameSlot name="phoneTitle">
        <button
          type="button"
          className={styles.title}
          aria-haspopup="dialog"
          aria-label={`${folder}，${name}${rests === null ? '' : `，${rests}`}，切换文件夹或邮箱`}
          onClick={() => onBoxes(true)}
        >
          <b>{folder}</b>
          <span className="clip">{name}</span>
          {rests !== null && <small className={styles.rests}>{rests}</small>}
          <ChevronDown aria-hidden />
        </button>
      </FrameSlot>
      <FrameSlot name="phoneActions">
        <div className="line">
          <IconButton label="搜索" onClick={onFind}>
            <Search aria-hidden />
          </IconButton>
          <PopMenu
            label="对整个列表"
            items={[
              { label: picking ? '不选了' : '选择多封', icon: <ListChecks aria-hidden />, run: onPicking },
              { label: '全部标为已读', icon: <CheckCheck aria-hidden />, run: onReadAll },
              { label: '按时间删除', icon: <CalendarX aria-hidden />, run: onDeleteRange },
              ...(view.folder === 'trash'
                ? [{ label: '清空回收站', icon: <Trash2 aria-hidden />, danger: true, run: onEmptyTrash }]
                : []),
              ...alerts.map((item, place) => ({ ...item, apart: place === 0 })),
            ]}
            button={given => (
              <IconButton label="更多" {...given}>
                <Ellipsis aria-hidden />
              </IconButton>
            )}
          />
        </div>
      </FrameSlot>
      <Drawer
        open={boxes}
        onClose={() => onBoxes(false)}
        title="文件夹与邮箱"
        placement="left"
        size={300}
        styles={{ body: { padding: 0 } }}
      >
        <BoxesPane
          view={view}
          mayCreate={mayCreate}
          onCreate={onCreate}
          onFolder={act => {
            onBoxes(false)
            onFolder(act)
          }}
          onChoose={() => onBoxes(false)}
        />
      </Drawer>
    </>
  )
}
