/** Who is logged in, the way to the own settings, and out. */
import { Dropdown, type MenuProps } from 'antd'
import { LogOut, Settings2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { roleNames, usePermission } from '../../account/permission.ts'
import { useLeave } from '../../account/session.ts'
import { messageOf } from '../../api/api-error.ts'
import { userPath } from '../../paths.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { Tip } from '../../ui/tip.tsx'
import { showError } from '../../ui/toast.ts'
import styles from './header.module.css'

export function useLeaveOrSay(): () => void {
  const leave = useLeave()
  return () => {
    leave().catch((error: unknown) => showError(messageOf(error)))
  }
}

export function AccountMenu({ mayOpenSetting }: { mayOpenSetting: boolean }) {
  const { account, role } = usePermission()
  const navigate = useNavigate()
  const leave = useLeaveOrSay()
  const displayName = useSettingsStore(state => state.settings.displayName)
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
  const avatar = useSettingsStore(state => state.settings.avatar)
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

export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? '?'
}
