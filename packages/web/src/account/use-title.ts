import { useEffect } from 'react'
import { useBadges } from './badges.ts'
import { useSiteName } from './brand.tsx'

/** Sets the title of the browser's tab, with the unread mail in front: (3) 收件箱 · 雁书. */
export function useTitle(title: string): void {
  const site = useSiteName()
  const unread = useBadges(state => state.badges.inbox) ?? 0
  useEffect(() => {
    const name = title ? `${title} · ${site}` : site
    document.title = unread > 0 ? `(${unread}) ${name}` : name
  }, [title, site, unread])
}
