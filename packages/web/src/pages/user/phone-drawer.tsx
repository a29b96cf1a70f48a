import type { Page } from '@yanshu/contract'
import { Drawer } from 'antd'
import { LogOut } from 'lucide-react'
import { NavLink } from 'react-router'
import { menuOf } from '../../account/menu.ts'
import { roleNames, usePermission } from '../../account/permission.ts'
import { userPath } from '../../site/paths.ts'
import { ThemeChoices } from '../../ui/theme-choices.tsx'
import { useLeaveOrSay } from './account-menu.tsx'
import { pageIcons } from './page-icons.ts'
import styles from './phone-bar.module.css'

/** 我的 on a phone: who is logged in, every page, and out. */
export function PhoneDrawer({
  open,
  shown,
  onClose,
}: {
  open: readonly Page[]
  shown: boolean
  onClose: () => void
}) {
  const { account, role } = usePermission()
  const leave = useLeaveOrSay()
  return (
    <Drawer
      open={shown}
      onClose={onClose}
      title={account?.name ?? roleNames[role]}
      placement="right"
      size={300}
    >
      <div className={styles.drawer}>
        <p className="muted small">{roleNames[role]}</p>
        {menuOf(open).map(group => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.items.map(({ page, name }) => {
                const Icon = pageIcons[page]
                return (
                  <li key={page}>
                    <NavLink to={userPath(page)} onClick={onClose}>
                      <Icon aria-hidden />
                      {name}
                    </NavLink>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
        <div className={styles.foot}>
          <ThemeChoices />
          <button type="button" className={styles.leave} onClick={leave}>
            <LogOut aria-hidden />
            退出登录
          </button>
        </div>
      </div>
    </Drawer>
  )
}
