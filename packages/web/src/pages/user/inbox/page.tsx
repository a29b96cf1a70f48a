/**
 * /user/inbox: mailboxes, list, mail. Everything that is shown stands in the address bar. In charge of putting the mail
 * parts together and of what only this page has: folders, picking many, searching, the trace. The parts themselves know
 * how a mail is fetched, listed and read.
 */
import type { MailRow } from '@yanshu/contract'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { useTitle } from '../../../account/use-title.ts'
import { ReplyFoot } from '../../../compose/reply-foot.tsx'
import { useCompose } from '../../../compose/use-compose.ts'
import { useMailActions } from '../../../mail/actions.ts'
import { MoveDialog } from '../../../mail/folders/move-dialog.tsx'
import { useOwnFolder } from '../../../mail/folders/queries.ts'
import { chosenBox } from '../../../mail/inbox/chosen-box.ts'
import { inboxFolderName } from '../../../mail/inbox/folder-looks.ts'
import { type InboxView, inboxUrl, listFilterOf, readInboxUrl } from '../../../mail/inbox/inbox-url.ts'
import { keyActions } from '../../../mail/keys.ts'
import { KeysHelp } from '../../../mail/keys-help.tsx'
import { rowsOf } from '../../../mail/list-cache.ts'
import type { MailListHandle } from '../../../mail/list-focus.ts'
import { useMailList } from '../../../mail/list-query.ts'
import styles from '../../../mail/panes/panes.module.css'
import { useMailboxesWith } from '../../../mail/queries.ts'
import { SearchField } from '../../../mail/search/search-field.tsx'
import { TraceDrawer } from '../../../mail/trace/trace-drawer.tsx'
import { useKeys } from '../../../mail/use-keys.ts'
import { usePicks } from '../../../mail/use-picks.ts'
import { ReadingPane } from '../../../mail/view/reading-pane.tsx'
import { useReading } from '../../../mail/view/use-reading.ts'
import { inboxPath, newFilterPath } from '../../../site/paths.ts'
import { cx } from '../../../ui/cx.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { BoxesPane } from './boxes-pane.tsx'
import { DeleteRange } from './delete-range.tsx'
import { EmptyList } from './empty-list.tsx'
import { FolderDialogs } from './folder-dialogs.tsx'
import type { FolderAct } from './folder-tree.tsx'
import { ListHead } from './list-head.tsx'
import { ListPane } from './list-pane.tsx'
import { type Loss, LossQuestion } from './loss-question.tsx'
import { moveButtons } from './move-buttons.tsx'
import { NewMailbox } from './new-mailbox.tsx'
import { PhoneParts } from './phone-parts.tsx'
import { useMoves } from './use-moves.ts'

export function Component() {
  const [params] = useSearchParams()
  const view = useMemo(() => readInboxUrl(params), [params])
  const navigate = useNavigate()
  const change = (what: Partial<InboxView>, replace = false) =>
    void navigate(inboxUrl({ ...view, ...what }), { replace })
  const compose = useCompose()
  const { role, can, pages: open } = usePermission()
  const maySend = can.send && open.includes('sent')
  const mayCreate = role === 'user' || role === 'admin'
  const phone = useMedia(PHONE)
  const query = useMailList(listFilterOf(view))
  const mails = useMemo(() => rowsOf(query.data), [query.data])
  const actions = useMailActions()
  const list = useRef<MailListHandle>(null)
  const { picks, picked, pickOne, pickAll } = usePicks(mails)
  const [dialog, setDialog] = useState<'keys' | 'range' | 'create' | 'boxes' | null>(null)
  const [folderAct, setFolderAct] = useState<FolderAct | null>(null)
  const [loss, setLoss] = useState<Loss | null>(null)
  const [finding, setFinding] = useState(false)
  const [picking, setPicking] = useState(false)
  const mailbox = chosenBox(view.mailbox, useMailboxesWith(view.mailbox).data?.list, mails)
  const folderName = inboxFolderName(view.folder, useOwnFolder(view.mailbox, view.folder)?.name)
  useTitle(folderName)

  const reading = useReading({
    mails,
    hasMore: query.hasNextPage,
    openId: view.mail,
    open: id => change({ mail: id }, id !== null && view.mail !== null),
    list,
  })
  const moves = useMoves({
    actions,
    picked,
    onMoved: (gone, place) => {
      pickAll(false)
      // Mails with a star stay in that list wherever they are, unless they are in the trash.
      const stay = view.folder === 'starred' && place !== 'trash'
      if (stay || !gone.some(mail => mail.id === view.mail)) return
      const next = gone.length === 1 && !phone ? (reading.after?.id ?? null) : null
      change({ mail: next }, true)
    },
  })
  const trash = (gone: readonly MailRow[]) => {
    if (gone.length > 0 && gone.every(mail => mail.folder === 'trash'))
      return setLoss({ kind: 'mails', mails: gone })
    moves.moveTo(gone, 'trash')
  }
  const readAll = () => actions.readAll(view.mailbox ?? undefined)
  const { current } = reading
  /** The mails that keys act on. */
  const meant = picked.length > 0 ? picked : current ? [current] : []
  const handlers = {
    ...reading.keys,
    trash: () => trash(meant),
    archive: () => moves.moveTo(meant, 'archive'),
    move: () => moves.ask(meant),
    star: () => {
      if (meant.length > 0) actions.star(meant, !meant.every(mail => mail.starred))
      pickAll(false)
    },
    unread: () => {
      actions.setRead(meant, false)
      pickAll(false)
      if (meant.some(mail => mail.id === view.mail)) change({ mail: null })
    },
    help: () => setDialog('keys'),
    ...(maySend && {
      reply: () => current && compose.open({ kind: 'reply', of: current.id }),
      replyAll: () => current && compose.open({ kind: 'replyAll', of: current.id }),
      forward: () => current && compose.open({ kind: 'forward', of: current.id }),
    }),
  }
  useKeys(handlers)

  return (
    <div className={styles.panes}>
      <h1 className="sr">{folderName}</h1>
      <div className={styles.boxes}>
        <BoxesPane
          view={view}
          mayCreate={mayCreate}
          onCreate={() => setDialog('create')}
          onFolder={setFolderAct}
          dropping={moves.dropping}
        />
      </div>
      <div className={styles.list}>
        <ListPane
          view={view}
          mails={mails}
          list={list}
          state={{
            loading: query.isPending,
            error: query.error,
            retry: () => void query.refetch(),
            onEnd:
              query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
            more: query.isFetchingNextPage,
          }}
          picks={picks}
          actions={actions}
          onPick={!phone || picking || picked.length > 0 ? pickOne : undefined}
          onPickAll={pickAll}
          onTrashPicked={() => trash(picked)}
          onPlacePicked={place => moves.moveTo(picked, place)}
          onMovePicked={() => moves.ask(picked)}
          drag={moves.drag}
          onChange={change}
          covered={phone && view.mail !== null}
          find={
            finding && (
              <SearchField
                q={view.q}
                onSearch={q => change({ q, mail: null, panel: null }, view.q !== '')}
                autoFocus
                onDone={() => setFinding(false)}
              />
            )
          }
          head={
            <ListHead
              title={[folderName, mailbox?.address].filter(Boolean).join(' · ')}
              folder={view.folder}
              onReadAll={readAll}
              onDeleteRange={() => setDialog('range')}
              onEmptyTrash={() => setLoss({ kind: 'trash', mailbox })}
              onKeys={() => setDialog('keys')}
              onBoxes={() => setDialog('boxes')}
            />
          }
          empty={<EmptyList view={view} mayCreate={mayCreate} onCreate={() => setDialog('create')} />}
        />
      </div>
      <div className={cx(styles.read, view.mail !== null && styles.shown)}>
        <ReadingPane
          id={view.mail}
          neighbours={reading.neighbours}
          onBack={() => change({ mail: null })}
          onTrash={mail => trash([mail])}
          movingOf={mail =>
            moveButtons(mail, {
              onPlace: place => moves.moveTo([mail], place),
              onMove: () => moves.ask([mail]),
            })
          }
          labelPath={label => inboxUrl({ ...view, label, mail: null })}
          onFilter={
            open.includes('contentFilter')
              ? mail =>
                  void navigate(
                    newFilterPath({
                      sender: mail.from.address,
                      subject: mail.subject,
                      mailbox: mail.mailboxId,
                    }),
                  )
              : undefined
          }
          mayAnswer={maySend}
          foot={maySend ? mail => <ReplyFoot mail={mail} keys /> : undefined}
        />
      </div>
      <PhoneParts
        view={view}
        mailbox={mailbox?.address}
        mayCreate={mayCreate}
        onCreate={() => setDialog('create')}
        onFolder={setFolderAct}
        boxes={dialog === 'boxes'}
        onBoxes={shown => setDialog(shown ? 'boxes' : null)}
        onFind={() => setFinding(!finding)}
        picking={picking}
        onPicking={() => setPicking(!picking)}
        onReadAll={readAll}
        onDeleteRange={() => setDialog('range')}
        onEmptyTrash={() => setLoss({ kind: 'trash', mailbox })}
      />
      <KeysHelp
        open={dialog === 'keys'}
        has={[
          ...keyActions.filter(action => action in handlers),
          'search',
          'back',
          ...(maySend ? ['compose' as const] : []),
        ]}
        onClose={() => setDialog(null)}
      />
      <DeleteRange open={dialog === 'range'} mailbox={mailbox} onClose={() => setDialog(null)} />
      <NewMailbox
        open={dialog === 'create'}
        onClose={() => setDialog(null)}
        onCreated={id => change({ mailbox: id, folder: 'inbox', filter: 'all', q: '', mail: null })}
      />
      <MoveDialog mails={moves.asked} onMove={moves.moveTo} onClose={moves.endAsking} />
      <FolderDialogs
        act={folderAct}
        onClose={() => setFolderAct(null)}
        onMade={folder => change({ folder, filter: 'all', q: '', label: '', mail: null })}
        onGone={ids => ids.includes(view.folder) && change({ folder: 'inbox', mail: null }, true)}
      />
      <LossQuestion
        loss={loss}
        onClose={() => setLoss(null)}
        onClosed={() => list.current?.regain()}
        onGone={() => {
          pickAll(false)
          if (view.mail !== null) change({ mail: null }, true)
        }}
      />
      <TraceDrawer
        open={view.panel === 'trace'}
        mailbox={mailbox}
        pathOf={mail => inboxPath({ mail })}
        onClose={() => change({ panel: null })}
      />
    </div>
  )
}
