/** One's own folders of the mailbox in view, as a tree, with what can be done with each. */
import type { FolderRow } from '@yanshu/contract'
import { ChevronDown, ChevronRight, Ellipsis, Folder, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { inkOf } from '../../../mail/folders/colours.ts'
import { type Dropping, useDropArea } from '../../../mail/folders/drop-area.ts'
import { useFolded } from '../../../mail/folders/folded.ts'
import { useFolderBox, useFolders } from '../../../mail/folders/queries.ts'
import { type TreeFolder, treeOf, unreadShown } from '../../../mail/folders/tree.ts'
import { type InboxView, inboxUrl } from '../../../mail/inbox/inbox-url.ts'
import boxStyles from '../../../mail/panes/boxes-pane.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PopMenu } from '../../../ui/pop-menu.tsx'
import { Bones } from '../../../ui/states.tsx'
import styles from './folder-tree.module.css'

/** What one may do with folders; the page asks for the rest. */
export type FolderAct =
  | { kind: 'make'; mailbox: string; parentId: string | null }
  | { kind: 'edit'; folder: FolderRow }
  | { kind: 'delete'; folder: FolderRow }

type FolderTreeProps = {
  view: InboxView
  onAct: (act: FolderAct) => void
  dropping?: Dropping | undefined
  onChoose?: (() => void) | undefined
}

export function FolderTree(props: FolderTreeProps) {
  const { view, onAct } = props
  const mailbox = useFolderBox(view.mailbox)
  const { data, isError, refetch } = useFolders(mailbox)
  const tree = treeOf(data ?? [])
  return (
    <>
      <h2 className={boxStyles.title}>
        文件夹
        {mailbox !== null && (
          <IconButton
            small
            label="新建文件夹"
            onClick={() => onAct({ kind: 'make', mailbox, parentId: null })}
          >
            <Plus aria-hidden />
          </IconButton>
        )}
      </h2>
      {mailbox === null && <p className={boxStyles.more}>选一个邮箱看它的文件夹。</p>}
      {isError && !data && (
        <button type="button" className={boxStyles.item} onClick={() => void refetch()}>
          没能取到文件夹，重试
        </button>
      )}
      {mailbox !== null && !data && !isError && <Bones lines={3} />}
      {data && tree.length === 0 && <p className={boxStyles.more}>还没有，点加号建一个。</p>}
      {tree.length > 0 && <Branch tree={tree} depth={0} {...props} />}
    </>
  )
}

type BranchProps = FolderTreeProps & { tree: readonly TreeFolder[]; depth: number }

function Branch({ tree, depth, ...props }: BranchProps) {
  return (
    <ul className={styles.branch}>
      {tree.map(folder => (
        <TreeItem key={folder.row.id} folder={folder} depth={depth} {...props} />
      ))}
    </ul>
  )
}

type TreeItemProps = FolderTreeProps & { folder: TreeFolder; depth: number }

function TreeItem({ folder, depth, ...props }: TreeItemProps) {
  const { view, dropping, onAct, onChoose } = props
  const { row, color, inner } = folder
  const isFolded = useFolded(({ ids }) => ids.includes(row.id)) && inner.length > 0
  const fold = useFolded(state => state.fold)
  const unread = unreadShown(folder, isFolded)
  const drop = useDropArea(row, { id: row.id, name: row.name }, dropping)
  return (
    <li>
      <div
        className={styles.folder}
        style={{ '--depth': depth } as CSSProperties}
        data-over={drop.isOver || undefined}
        {...drop.props}
      >
        {inner.length > 0 && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={`${isFolded ? '展开' : '收起'} ${row.name}`}
            onClick={() => fold(row.id, !isFolded)}
          >
            {isFolded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
          </button>
        )}
        <Link
          className={cx(boxStyles.item, styles.name)}
          to={inboxUrl({
            ...view,
            ...{ folder: row.id, filter: 'all', q: '', label: '', mail: null, panel: null },
          })}
          aria-current={view.folder === row.id ? 'page' : undefined}
          title={row.name}
          draggable={false}
          onClick={onChoose}
        >
          <Folder aria-hidden style={inkOf(color)} />
          <span className="clip">{row.name}</span>
          {drop.isOver ? (
            <span className={cx(boxStyles.count, styles.put)}>放到这里</span>
          ) : (
            unread > 0 && (
              <b className={cx(boxStyles.count, styles.unread)}>
                <span className="sr">，未读 </span>
                {unread}
              </b>
            )
          )}
        </Link>
        <FolderMenu row={row} onAct={onAct} />
      </div>
      {inner.length > 0 && !isFolded && <Branch tree={inner} depth={depth + 1} {...props} />}
    </li>
  )
}

function FolderMenu({ row, onAct }: { row: FolderRow; onAct: FolderTreeProps['onAct'] }) {
  return (
    <PopMenu
      label={row.name}
      items={[
        {
          label: '改名、移动、换颜色',
          icon: <Pencil aria-hidden />,
          run: () => onAct({ kind: 'edit', folder: row }),
        },
        {
          label: '在里面新建',
          icon: <FolderPlus aria-hidden />,
          run: () => onAct({ kind: 'make', mailbox: row.mailboxId, parentId: row.id }),
        },
        {
          label: '删除',
          icon: <Trash2 aria-hidden />,
          danger: true,
          apart: true,
          run: () => onAct({ kind: 'delete', folder: row }),
        },
      ]}
      button={given => (
        <IconButton small className={styles.menu} label={`${row.name}：改名、移动、删除`} {...given}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    />
  )
}
