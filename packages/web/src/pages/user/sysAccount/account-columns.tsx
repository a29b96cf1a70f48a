import type { SysAccount } from '@yanshu/contract'
import { Dropdown } from 'antd'
import {
  CircleCheck,
  Ellipsis,
  LogOut,
  Pause,
  Pencil,
  ShieldCheck,
  Trash2,
  TriangleAlert,
  UserRoundCog,
} from 'lucide-react'
import { useActAs } from '../../../account/acting.ts'
import { roleNames, usePermission } from '../../../account/permission.ts'
import { reasonOf } from '../../../api/api-error.ts'
import type { DataColumn } from '../../../api/data-table.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { TimeText } from '../../../ui/time.tsx'
import { dateText } from '../../../ui/time-text.ts'
import { showError } from '../../../ui/toast.ts'
import styles from './account-columns.module.css'
import { endable, type LoginAct } from './login-words.ts'

type RowActions = {
  onEdit: (row: SysAccount) => void
  onDelete: (row: SysAccount) => void
  onAsk: (act: LoginAct, row: SysAccount) => void
  onResume: (row: SysAccount) => void
}

const count = (value: number) => value.toLocaleString('zh-CN')

export function accountColumns(actions: RowActions): DataColumn<SysAccount>[] {
  return [
    {
      key: 'username',
      title: '用户名',
      sortable: true,
      render: (_, row) => (
        <div className={styles.name}>
          <button type="button" onClick={() => actions.onEdit(row)}>
            {row.username}
          </button>
          {row.note && <small className="clip">{row.note}</small>}
        </div>
      ),
    },
    { key: 'role', title: '角色', render: (_, row) => roleNames[row.role] },
    { key: 'status', title: '状态', render: (_, row) => <AccountState row={row} /> },
    {
      key: 'twoFactor',
      title: '两步验证',
      render: (_, row) =>
        row.twoFactor ? (
          <StateWord tone="good" icon={<ShieldCheck aria-hidden />}>
            已开启
          </StateWord>
        ) : (
          <span className="muted">未开启</span>
        ),
    },
    { key: 'mailboxes', title: '邮箱', align: 'right', render: (_, row) => count(row.mailboxes) },
    { key: 'domains', title: '域名', align: 'right', render: (_, row) => count(row.domains) },
    { key: 'sessions', title: '登录中', align: 'right', render: (_, row) => count(row.sessions) },
    {
      key: 'lastLoginAt',
      title: '最近登录',
      sortable: true,
      render: (_, row) =>
        row.lastLoginAt ? <TimeText at={row.lastLoginAt} /> : <span className="muted">从未</span>,
    },
    { key: 'createdAt', title: '新建于', sortable: true, render: (_, row) => dateText(row.createdAt) },
    {
      key: 'more',
      title: <span className="sr">操作</span>,
      align: 'right',
      width: 44,
      render: (_, row) => <RowMenu row={row} {...actions} />,
    },
  ]
}

function AccountState({ row }: { row: SysAccount }) {
  if (row.rightsLost)
    return (
      <StateWord
        tone="bad"
        icon={<TriangleAlert aria-hidden />}
        title="存着的权限读不出来，这个账号现在什么权限也没有；打开编辑，重新设一次"
      >
        权限读不出来
      </StateWord>
    )
  if (row.status === 'active' && row.sendingStopped !== null)
    return (
      <StateWord
        tone="bad"
        icon={<TriangleAlert aria-hidden />}
        title={`${row.sendingStopped}，由管理员在“已发送”的“队列”里恢复`}
      >
        发信停住
      </StateWord>
    )
  return row.status === 'active' ? (
    <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
      正常
    </StateWord>
  ) : (
    <StateWord icon={<Pause aria-hidden />}>已停用</StateWord>
  )
}

function RowMenu({ row, onEdit, onDelete, onAsk, onResume }: { row: SysAccount } & RowActions) {
  const actAs = useActAs()
  const ownId = usePermission().account?.id
  const isOwn = ownId === row.id
  const mayActAs = row.role === 'user' && row.status === 'active'
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'edit', label: '编辑', icon: <Pencil aria-hidden />, onClick: () => onEdit(row) },
          ...(mayActAs
            ? [
                {
                  key: 'actAs',
                  label: '以它的身份登录',
                  icon: <UserRoundCog aria-hidden />,
                  onClick: () => {
                    actAs(row.id).catch((error: unknown) => showError(reasonOf(error)))
                  },
                },
              ]
            : []),
          ...(endable(row, ownId) > 0
            ? [
                {
                  key: 'endSessions',
                  label: isOwn ? '结束别处的登录' : '结束登录',
                  icon: <LogOut aria-hidden />,
                  onClick: () => onAsk('endSessions', row),
                },
              ]
            : []),
          ...(row.status === 'stopped'
            ? [
                {
                  key: 'resume',
                  label: '恢复',
                  icon: <CircleCheck aria-hidden />,
                  onClick: () => onResume(row),
                },
              ]
            : []),
          ...(row.status === 'active' && !isOwn
            ? [
                {
                  key: 'stop',
                  label: '停用',
                  danger: true,
                  icon: <Pause aria-hidden />,
                  onClick: () => onAsk('stop', row),
                },
              ]
            : []),
          {
            key: 'delete',
            label: '删除',
            danger: true,
            icon: <Trash2 aria-hidden />,
            onClick: () => onDelete(row),
          },
        ],
      }}
    >
      <IconButton small label={`${row.username} 的更多操作`} aria-haspopup="menu">
        <Ellipsis aria-hidden />
      </IconButton>
    </Dropdown>
  )
}

/** The same account as one row of a list on a phone. */
export function PhoneAccount({ row, ...actions }: { row: SysAccount } & RowActions) {
  return (
    <div className={styles.phone}>
      <div className={styles.name}>
        <button type="button" onClick={() => actions.onEdit(row)}>
          {row.username}
        </button>
        <small className="clip">
          {roleNames[row.role]}，{count(row.mailboxes)} 个邮箱，{count(row.domains)} 个域名
          {row.note && `，${row.note}`}
        </small>
        <small>
          {row.lastLoginAt ? (
            <>
              最近登录 <TimeText at={row.lastLoginAt} />
            </>
          ) : (
            '从未登录'
          )}
        </small>
      </div>
      <AccountState row={row} />
      <RowMenu row={row} {...actions} />
    </div>
  )
}
