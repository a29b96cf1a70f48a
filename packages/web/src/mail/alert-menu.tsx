/** The bell over a list of mail, which chooses the alerts for new mail. */
import { Bell } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { PopMenu } from '../ui/pop-menu.tsx'
import { useAlertItems } from './alert-items.tsx'

export function AlertMenu() {
  const items = useAlertItems()
  return (
    <PopMenu
      label="来信时提醒我"
      items={items}
      button={given => (
        <IconButton small label="来信时提醒我" {...given}>
          <Bell aria-hidden />
        </IconButton>
      )}
    />
  )
}
