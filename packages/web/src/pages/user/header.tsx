import { JobTray } from '../../mail/jobs/job-tray.tsx'
import { SlotHost } from '../../ui/frame-slots.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'

/** The header: places for the mailbox switcher and the search, the theme, the account. */
export function Header({ mayOpenSetting }: { mayOpenSetting: boolean }) {
  return (
    <header className={styles.head}>
      <SlotHost name="switcher" />
      <SlotHost name="search" className={styles.middle} />
      <SlotHost name="live" />
      <JobTray />
      <ThemeSwitch />
      <AccountMenu mayOpenSetting={mayOpenSetting} />
    </header>
  )
}
