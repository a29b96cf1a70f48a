/** Shows the current login, with links to its settings and to log out. */
import { Dropdown, type MenuProps } from 'antd'
import { LogOut, Settings2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { initialOf } from '../../account/initial-of.ts'
import { roleNames, usePermission } from '../../account/permission.ts'
import { useLeave } from '../../account/session.ts'
import { reasonOf } from '../../api/api-error.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { userPath } from '../../site/paths.ts'
import { Tip } from '../../ui/tip.tsx'
import { showError } from '../../ui/toast.ts'
import styles from './header.module.css'

export function useLeaveOrSay(): () => void {
  const leave = useLeave()
  return () => {
    leave().catch((error: unknown) => showError(reasonOf(error)))
  }
}

export function AccountMenu({ mayOpenSetting }: { mayOpenSetting: boolean }) {
  const { account, role } = usePermission()
  const navigate = useNavigate()
  const leave = useLeaveOrSay()
  const displayName = useKeptSettings(state => state.settings.displayName)
  const name = displayName || (account?.name ?? roleNames[role])
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className={styles.who}>
          <b>{name}</b>
          <small>{displayName ? `${account?.name ?? ''}，${roleNames[role]}` : roleNames[role]}</small>
        </div>
      ),
    },
    { type: 'divider' },
    ...(mayOpenSetting
      ? [
          {
            key: 'setting',
            label: '设置',
            icon: <Settings2 aria-hidden />,
            onClick: () => void navigate(userPath('setting')),
          },
        ]
      : []),
    { key: 'leave', label: '退出登录', icon: <LogOut aria-hidden />, onClick: leave },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <AvatarButton name={name} />
    </Dropdown>
  )
}

/** Takes what the menu gives its trigger (press, focus, ref) and passes it to the button inside the tooltip. */
function AvatarButton({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  const avatar = useKeptSettings(state => state.settings.avatar)
  return (
    <Tip text={name}>
      <button
        type="button"
        {...rest}
        className={styles.avatar}
        aria-label={`账号菜单，${name}`}
        aria-haspopup="menu"
      >
        {avatar ? <img src={avatar} alt="" /> : initialOf(name)}
      </button>
    </Tip>
  )
}
