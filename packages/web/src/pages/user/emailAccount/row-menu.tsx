import type { AccountRow } from '@yanshu/contract'
import { Dropdown } from 'antd'
import { Ellipsis, Inbox, Pause, Pencil, Play, QrCode, RotateCcw, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { inboxPath } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'

export type RowActions = {
  onEdit: (row: AccountRow) => void
  onClient: (row: AccountRow) => void
  onPause: (row: AccountRow) => void
  onDelete: (row: AccountRow) => void
  onRestore: (row: AccountRow) => void
}

export function RowMenu({
  row,
  onEdit,
  onClient,
  onPause,
  onDelete,
  onRestore,
}: { row: AccountRow } & RowActions) {
  const navigate = useNavigate()
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
          {
            key: 'inbox',
            label: '看邮件',
            icon: <Inbox aria-hidden />,
            onClick: () => void navigate(inboxPath({ mailbox: row.id })),
          },
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
