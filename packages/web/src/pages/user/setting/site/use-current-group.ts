import { useEffect, useState } from 'react'
import { headingId } from './use-place.ts'

/** Returns the group that is at the top of the page while one scrolls. */
export function useCurrentGroup(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const all = ids.join(' ')
  useEffect(() => {
    const sections = new Map(
      all.split(' ').flatMap(id => {
        const section = document.getElementById(headingId(id))?.parentElement
        return section ? [[section as Element, id] as const] : []
      }),
    )
    const near = new Set<string>()
    // A narrow band below the top: the first group in it is the one that is read.
    const watch = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const id = sections.get(target)
          if (id !== undefined) near[isIntersecting ? 'add' : 'delete'](id)
        }
        setCurrent(all.split(' ').find(id => near.has(id)) ?? null)
      },
      { rootMargin: '-90px 0px -70% 0px' },
    )
    for (const section of sections.keys()) watch.observe(section)
    return () => watch.disconnect()
  }, [all])
  return current
}
