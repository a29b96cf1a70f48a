/** The second pane: the list with its head, its filters and what it says when it is empty. */
import type { MailRow } from '@yanshu/contract'
import type { ReactNode, Ref } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import type { MailActions, Place } from '../../../mail/actions.ts'
import { type InboxFilter, type InboxView, inboxUrl, isInboxFolder } from '../../../mail/inbox/inbox-url.ts'
import type { MailListHandle } from '../../../mail/list-focus.ts'
import { MailList, type RowDrag } from '../../../mail/mail-list.tsx'
import { MailListBones } from '../../../mail/mail-list-bones.tsx'
import styles from '../../../mail/panes/list-pane.module.css'
import type { Picks } from '../../../mail/picks.ts'
import { FoundLine, SearchedLine } from '../../../mail/search/found-line.tsx'
import { isSearched } from '../../../mail/search/long-enough.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { keysHere } from '../../../ui/key-place.ts'
import { Empty } from '../../../ui/states.tsx'
import { BatchHead } from './batch-head.tsx'

const filters: readonly { name: InboxFilter; label: string }[] = [
  { name: 'all', label: '全部' },
  { name: 'unread', label: '未读' },
  { name: 'code', label: '有验证码' },
  { name: 'attachment', label: '有附件' },
]

type ListPaneProps = {
  view: InboxView
  mails: readonly MailRow[]
  state: {
    loading: boolean
    error: unknown
    retry: () => void
    onEnd: (() => void) | undefined
    more: boolean
  }
  picks: Picks
  actions: MailActions
  head: ReactNode
  find: ReactNode
  empty: ReactNode
  /** Absent while nothing can be picked: on a phone until one asks for it. */
  onPick?: ((mail: MailRow, picked: boolean, range: boolean) => void) | undefined
  onPickAll: (all: boolean) => void
  onTrashPicked: () => void
  onPlacePicked: (place: Place) => void
  onMovePicked: () => void
  drag: RowDrag | undefined
  onChange: (change: Partial<InboxView>) => void
  covered: boolean
  list: Ref<MailListHandle>
}

export function ListPane(props: ListPaneProps) {
  const { view, mails, picks, actions, head, find, onPickAll, onChange, covered } = props
  const picked = mails.filter(mail => picks.ids.has(mail.id))
  return (
    <section className={styles.pane} aria-label="邮件列表" inert={covered} {...keysHere}>
      {picked.length > 0 ? (
        <BatchHead
          picked={picked}
          whole={picked.length === mails.length}
          actions={actions}
          onAll={onPickAll}
          onTrash={props.onTrashPicked}
          onPlace={props.onPlacePicked}
          onMove={props.onMovePicked}
          onClear={() => onPickAll(false)}
        />
      ) : (
        head
      )}
      {find && <div className={styles.find}>{find}</div>}
      <div className={styles.sub}>
        <Chips
          label="筛选"
          items={view.folder === 'code' ? filters.filter(({ name }) => name !== 'code') : filters}
          active={view.filter}
          onChange={filter => onChange({ filter, mail: null })}
        />
      </div>
      <SearchedLine q={view.q} onStop={() => onChange({ q: '', mail: null })} />
      {view.label !== '' && (
        <FoundLine
          says={`只看标签“${view.label}”。`}
          stop="看全部"
          onStop={() => onChange({ label: '', mail: null })}
        />
      )}
      <Rows {...props} />
    </section>
  )
}

function Rows({ view, mails, state, picks, empty, onPick, drag, list }: ListPaneProps) {
  if (state.loading) return <MailListBones />
  if (!isInboxFolder(view.folder) && isApiError(state.error, 'notFound')) {
    return (
      <Empty text="这个文件夹已经不在了">
        <ButtonLink size="small" to={inboxUrl({ ...view, folder: 'inbox', mail: null })}>
          看收件箱
        </ButtonLink>
      </Empty>
    )
  }
  if (view.mailbox !== null && isApiError(state.error, 'notFound')) {
    return (
      <Empty text="这个邮箱已经不在了">
        <ButtonLink size="small" to={inboxUrl({ ...view, mailbox: null, mail: null })}>
          看全部邮箱
        </ButtonLink>
      </Empty>
    )
  }
  if (state.error && mails.length === 0) return <ErrorState error={state.error} retry={state.retry} />
  if (mails.length === 0) return empty
  return (
    <MailList
      ref={list}
      mails={mails}
      toOf={mail => inboxUrl({ ...view, mail: mail.id })}
      openId={view.mail}
      picked={picks.ids}
      {...(onPick && { onPick })}
      drag={drag}
      marked={isSearched(view.q) ? view.q : undefined}
      onEnd={state.onEnd}
      loadingMore={state.more}
    />
  )
}
