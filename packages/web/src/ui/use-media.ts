import { useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 760px)'
export const SLIM = '(min-width: 761px) and (max-width: 1199px)'

/** Returns whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
