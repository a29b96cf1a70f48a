import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ComposeStart, withCompose, withoutCompose } from './compose-url.ts'

/** Opens and closes the writing of a mail over the current page. */
export function useCompose() {
  const place = useLocation()
  const navigate = useNavigate()
  return useMemo(
    () => ({
      to: (start: ComposeStart) => withCompose(place, start),
      open: (start: ComposeStart, replace = false) =>
        void navigate(withCompose(place, start), { replace, preventScrollReset: true }),
      close: () => void navigate(withoutCompose(place), { replace: true, preventScrollReset: true }),
    }),
    [place, navigate],
  )
}
