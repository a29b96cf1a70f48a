/** `MailView` with lazy parts: they are many, and load while the mail itself loads. */
import { lazy, Suspense, useEffect } from 'react'
import { Bones } from '../../ui/states.tsx'
import type { MailViewProps } from './mail-view.tsx'

const load = () => import('./mail-view.tsx')
const MailView = lazy(async () => ({ default: (await load()).MailView }))

/** Loads the parts in advance on pages that may soon show a mail. */
export function useMailViewSoon(): void {
  useEffect(() => {
    // A failed load is tried again, and reported, when a mail is opened.
    load().catch(() => undefined)
  }, [])
}

export function LaterMailView(props: MailViewProps) {
  return (
    <Suspense fallback={<Bones />}>
      <MailView {...props} />
    </Suspense>
  )
}
