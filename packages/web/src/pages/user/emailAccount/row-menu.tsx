import type { AccountRow } from '@yanshu/contract'
import { Dropdown } from 'antd'
import { Ellipsis, Eye, Inbox, Pause, Pencil, Play, QrCode, RotateCcw, Trash2 } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { inboxPath } from '../../../site/paths.ts'
import { IconButton } from '../../../ui/button.tsx'

export type RowActions = {
  onEdit: (row: AccountRow) => void
  onClient: (row: AccountRow) => void
  onPause: (row: AccountRow) => void
  onDelete: (row: AccountRow) => void
  onRestore: (row: AccountRow) => void
}

/** The way to the letters: one's own are in the inbox, those of somebody else are opened by an act of its own. */
function useReads(row: AccountRow) {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { role, account, pages } = usePermission()
  if (role === 'admin' && row.ownerId !== account?.id) {
    const ask = () =>
      setParams(known => {
        const next = new URLSearchParams(known)
        next.set('look', row.id)
        return next
      })
    return [{ key: 'look', label: '查看邮箱', icon: <Eye aria-hidden />, onClick: ask }]
  }
  if (!pages.includes('inbox')) return []
  const open = () => void navigate(inboxPath({ mailbox: row.id }))
  return [{ key: 'inbox', label: '看邮件', icon: <Inbox aria-hidden />, onClick: open }]
}

export function RowMenu({
  row,
  onEdit,
  onClient,
  onPause,
  onDelete,
  onRestore,
}: { row: AccountRow } & RowActions) {
  const reads = useReads(row)
  const paused = row.status === 'paused'
  const items =
    row.deletedAt !== null
      ? [
          { key: 'restore', label: '恢复', icon: <RotateCcw aria-hidden />, onClick: () => onRestore(row) },
          {
            key: 'delete',
            label: '彻底删除',
            danger: true,
            icon: <Trash2 aria-hidden />,
            onClick: () => onDelete(row),
          },
        ]
      : [
          { key: 'edit', label: '修改', icon: <Pencil aria-hidden />, onClick: () => onEdit(row) },
          ...reads,
          {
            key: 'client',
            label: '二维码和客户端',
            icon: <QrCode aria-hidden />,
            onClick: () => onClient(row),
          },
          ...(row.status === 'stopped'
            ? []
            : [
                {
                  key: 'pause',
                  label: paused ? '恢复收信' : '暂停收信',
                  icon: paused ? <Play aria-hidden /> : <Pause aria-hidden />,
                  onClick: () => onPause(row),
                },
              ]),
          {
            key: 'delete',
            label: '删除',
            danger: true,
            icon: <Trash2 aria-hidden />,
            onClick: () => onDelete(row),
          },
        ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <IconButton small label={`${row.address} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}
