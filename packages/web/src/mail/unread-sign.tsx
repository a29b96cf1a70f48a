/** Shows unread mail outside the lists: at 收件箱 in the menu, in the browser's tab, and on its icon. */
import { useEffect } from 'react'
import { useBadges } from '../account/badges.ts'
import { useUnread } from './queries.ts'

const ICON = '/logo.svg'
const ICON_UNREAD = '/logo-unread.svg'

export function UnreadSign() {
  const total = useUnread().data?.total ?? 0
  const setBadge = useBadges(state => state.setBadge)
  useEffect(() => {
    setBadge('inbox', total)
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    const href = total > 0 ? ICON_UNREAD : ICON
    if (icon && icon.getAttribute('href') !== href) icon.href = href
  }, [total, setBadge])
  useEffect(() => () => setBadge('inbox', 0), [setBadge])
  return null
}
