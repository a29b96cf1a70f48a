/** The actions on the picked mails; it takes the place of the list's head. */
import type { MailRow } from '@yanshu/contract'
import { Archive, Folder, Inbox, Mail, MailOpen, ShieldAlert, Star, Trash2, X } from 'lucide-react'
import type { MailActions, Place } from '../../../mail/actions.ts'
import styles from '../../../mail/panes/list-pane.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { PickBox } from '../../../ui/pick-box.tsx'
import { isPutAway } from './move-buttons.tsx'

type BatchHeadProps = {
  picked: readonly MailRow[]
  whole: boolean
  actions: MailActions
  onAll: (all: boolean) => void
  onTrash: () => void
  onPlace: (place: Place) => void
  /** Asks for a folder. */
  onMove: () => void
  onClear: () => void
}

export function BatchHead(props: BatchHeadProps) {
  const { picked, whole, actions, onAll, onTrash, onPlace, onMove, onClear } = props
  const anyUnread = picked.some(mail => !mail.read)
  const allStarred = picked.every(mail => mail.starred)
  const away = picked.every(isPutAway)
  const inTrash = picked.every(mail => mail.folder === 'trash')
  const act = (run: () => void) => () => {
    run()
    onClear()
  }
  return (
    <div className={styles.batch} role="toolbar" aria-label="批量操作">
      <PickBox label="全选" checked={whole} some={!whole} onChange={event => onAll(event.target.checked)} />
      <b className="grow" role="status">
        已选 {picked.length} 封
      </b>
      <IconButton
        small
        label={anyUnread ? '标为已读' : '标为未读'}
        onClick={act(() => actions.setRead(picked, anyUnread))}
      >
        {anyUnread ? <MailOpen aria-hidden /> : <Mail aria-hidden />}
      </IconButton>
      <IconButton
        small
        className="desk-only"
        label={allStarred ? '取消加星' : '加星'}
        onClick={act(() => actions.star(picked, !allStarred))}
      >
        <Star aria-hidden />
      </IconButton>
      {away ? (
        <IconButton small label="移到收件箱" onClick={() => onPlace('inbox')}>
          <Inbox aria-hidden />
        </IconButton>
      ) : (
        <>
          <IconButton small label="归档" onClick={() => onPlace('archive')}>
            <Archive aria-hidden />
          </IconButton>
          <IconButton small className="desk-only" label="移到垃圾邮件" onClick={() => onPlace('spam')}>
            <ShieldAlert aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton small label="移到文件夹" onClick={onMove}>
        <Folder aria-hidden />
      </IconButton>
      <IconButton small label={inTrash ? '彻底删除' : '移到回收站'} onClick={onTrash}>
        <Trash2 aria-hidden />
      </IconButton>
      <IconButton small label="取消选择" onClick={onClear}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
