/** The first pane: what was sent, what is being written, what waits, what is not written to any more. */
import { Clock, FileText, Hourglass, type LucideIcon, MailX, Send } from 'lucide-react'
import { Link } from 'react-router'
import styles from '../../../mail/panes/boxes-pane.module.css'
import { useSentCounts } from './queries.ts'
import { type SentPageFolder, sentPageFolders, sentUrl } from './sent-url.ts'

export const folderWords: Readonly<Record<SentPageFolder, { name: string; icon: LucideIcon }>> = {
  sent: { name: '已发送', icon: Send },
  drafts: { name: '草稿', icon: FileText },
  scheduled: { name: '定时', icon: Clock },
  queue: { name: '队列', icon: Hourglass },
  suppressions: { name: '停发名单', icon: MailX },
}

type FoldersPaneProps = { folder: SentPageFolder; mailbox: string | null; onChoose?: () => void }

export function FoldersPane({ folder: active, mailbox, onChoose }: FoldersPaneProps) {
  const counts = useSentCounts().data
  const countOf = (folder: SentPageFolder): number =>
    folder === 'drafts' || folder === 'scheduled' || folder === 'queue' ? (counts?.[folder] ?? 0) : 0
  return (
    <nav className={styles.boxes} aria-label="文件夹" onClickCapture={onChoose}>
      {sentPageFolders.map(folder => {
        const { name, icon: Icon } = folderWords[folder]
        const count = countOf(folder)
        return (
          <Link
            key={folder}
            className={styles.item}
            to={sentUrl({ folder, mailbox, state: null, q: '', mail: null })}
            aria-current={folder === active ? 'page' : undefined}
          >
            <Icon aria-hidden />
            {name}
            {count > 0 && <span className={styles.count}>{count >= 1000 ? '999+' : count}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
