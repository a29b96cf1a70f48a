/** The second pane: a list with its head, its search, its filters, and what it says when there is nothing in it. */
import { PanelLeft, Trash2, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { ErrorState } from '../../../api/error-state.tsx'
import type { MailListHandle } from '../../../mail/list-focus.ts'
import { MailListBones } from '../../../mail/mail-list-bones.tsx'
import paneStyles from '../../../mail/panes/list-pane.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { keysHere } from '../../../ui/key-place.ts'
import { PickBox } from '../../../ui/pick-box.tsx'
import { SearchBox } from '../../../ui/table-tools.tsx'
import { RowList } from './row-list.tsx'
import styles from './sent.module.css'

/** The part of an endless query that a list needs. */
export type ListState = {
  isPending: boolean
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type ListPaneProps<Row> = {
  title: string
  unit: string
  rows: readonly Row[]
  openId: string | null
  state: ListState
  q: string
  searchLabel: string
  onSearch: (q: string) => void
  /** Beside the search. */
  find?: ReactNode
  filters?: ReactNode
  render: (row: Row) => ReactNode
  empty: ReactNode
  pickedCount: number
  onPickAll: (all: boolean) => void
  onDelete: () => void
  onFolders: () => void
  covered: boolean
  list: Ref<MailListHandle>
}

export function ListPane<Row extends { id: string }>(props: ListPaneProps<Row>) {
  const { title, unit, rows, q, searchLabel, onSearch, filters, pickedCount, covered } = props
  return (
    <section className={paneStyles.pane} aria-label={title} inert={covered} {...keysHere}>
      {pickedCount > 0 ? (
        <div className={paneStyles.batch} role="toolbar" aria-label="批量操作">
          <PickBox
            label="全选"
            checked={pickedCount === rows.length}
            some={pickedCount < rows.length}
            onChange={event => props.onPickAll(event.target.checked)}
          />
          <b className="grow" role="status">
            已选 {pickedCount} {unit}
          </b>
          <IconButton small label="删除" onClick={props.onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
          <IconButton small label="取消选择" onClick={() => props.onPickAll(false)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ) : (
        <header className={paneStyles.head}>
          <IconButton small className={paneStyles.boxesButton} label="文件夹" onClick={props.onFolders}>
            <PanelLeft aria-hidden />
          </IconButton>
          <h2 className="grow clip">{title}</h2>
        </header>
      )}
      <div className={styles.find}>
        <SearchBox label={searchLabel} value={q} onChange={onSearch} />
        {props.find}
      </div>
      {filters && <div className={paneStyles.sub}>{filters}</div>}
      <Rows {...props} />
    </section>
  )
}

function Rows<Row extends { id: string }>({ rows, openId, state, render, empty, list }: ListPaneProps<Row>) {
  if (state.isPending) return <MailListBones />
  if (state.error && rows.length === 0)
    return <ErrorState error={state.error} retry={() => void state.refetch()} />
  if (rows.length === 0) return empty
  return (
    <RowList
      ref={list}
      rows={rows}
      openId={openId}
      render={render}
      onEnd={state.hasNextPage && !state.isFetchingNextPage ? () => void state.fetchNextPage() : undefined}
      loadingMore={state.isFetchingNextPage}
    />
  )
}
