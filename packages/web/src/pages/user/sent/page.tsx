/**
 * /user/sent: what was sent and what became of it, drafts, scheduled mail, the queue, and the addresses that are not
 * written to any more. Everything that is shown stands in the address bar. Writing itself lies over every page and is not
 * this page's business.
 */
import { Drawer } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { useTitle } from '../../../account/use-title.ts'
import panes from '../../../mail/panes/panes.module.css'
import phoneStyles from '../../../mail/panes/phone-parts.module.css'
import { FrameSlot } from '../../../ui/frame-slots.tsx'
import { DraftsPanes } from './drafts-panes.tsx'
import { FoldersPane, folderWords } from './folders-pane.tsx'
import { QueuePane } from './queue-pane.tsx'
import { SentPanes } from './sent-panes.tsx'
import { type ChangeView, readSentUrl, sentUrl } from './sent-url.ts'
import { SuppressionsPane } from './suppressions-pane.tsx'

export function Component() {
  const [params] = useSearchParams()
  const view = useMemo(() => readSentUrl(params), [params])
  const navigate = useNavigate()
  const change: ChangeView = (what, replace = false) =>
    void navigate(sentUrl({ ...view, ...what }), { replace })
  const { role, can } = usePermission()
  const [folders, setFolders] = useState(false)
  const { name } = folderWords[view.folder]
  useTitle(name)
  const showFolders = () => setFolders(true)
  const given = { view, change, maySend: can.send, onFolders: showFolders }
  return (
    <div className={panes.panes}>
      <h1 className="sr">{name}</h1>
      <div className={panes.boxes}>
        <FoldersPane folder={view.folder} mailbox={view.mailbox} />
      </div>
      {view.folder === 'drafts' && <DraftsPanes {...given} />}
      {view.folder === 'suppressions' && <SuppressionsPane onFolders={showFolders} />}
      {view.folder === 'queue' && role === 'admin' && <QueuePane onFolders={showFolders} />}
      {(view.folder === 'sent' ||
        view.folder === 'scheduled' ||
        (view.folder === 'queue' && role !== 'admin')) && <SentPanes key={view.folder} {...given} />}
      <FrameSlot name="phoneTitle">
        <button
          type="button"
          className={phoneStyles.title}
          aria-haspopup="dialog"
          aria-label={`${name}，切换文件夹`}
          onClick={showFolders}
        >
          <b>{name}</b>
          <ChevronDown aria-hidden />
        </button>
      </FrameSlot>
      <Drawer
        open={folders}
        onClose={() => setFolders(false)}
        title="文件夹"
        placement="left"
        size={300}
        styles={{ body: { padding: 0 } }}
      >
        <FoldersPane folder={view.folder} mailbox={view.mailbox} onChoose={() => setFolders(false)} />
      </Drawer>
    </div>
  )
}
