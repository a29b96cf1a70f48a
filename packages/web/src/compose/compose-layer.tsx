/**
 * Lays the writing of a mail over any page: a drawer on a desktop, the whole screen on a phone. This file
 * only knows whether something is being written; the rest loads when it is needed.
 */
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { ComposeLayerProps } from './compose-props.ts'
import { type ComposeStart, readCompose, withCompose, withoutCompose } from './compose-url.ts'
import { leftAt, noteLeft } from './left-letters.ts'

const ComposeDrawer = lazy(() => import('./compose-drawer.tsx'))

let writings = 0
/** A number that no other writing has, so that none begins with what an earlier one had loaded. */
const nextNumber = (): number => ++writings

type Session = { number: number; start: ComposeStart; draftId: string | null }

const isSame = (one: ComposeStart, other: ComposeStart) => JSON.stringify(one) === JSON.stringify(other)

/** A new mail that has become a draft is still the same writing. */
function goesOn(session: Session, start: ComposeStart): boolean {
  return isSame(session.start, start) || (start.kind === 'draft' && start.of === session.draftId)
}

export function ComposeLayer(props: ComposeLayerProps) {
  const place = useLocation()
  const navigate = useNavigate()
  const start = readCompose(new URLSearchParams(place.search))
  const [session, setSession] = useState<Session | null>(null)
  /** Which writing is on the screen; a save during leaving must not open it again. */
  const shown = useRef(0)
  // A save may come back between the change of the page and its late effects.
  useLayoutEffect(() => {
    shown.current = start === null ? 0 : (session?.number ?? 0)
    return () => {
      shown.current = 0
    }
  })
  const isNew = start !== null && (session === null || !goesOn(session, start))
  const left = isNew && start.kind !== 'draft' ? leftAt(place.key) : null
  if (left !== null) return <Navigate replace to={withCompose(place, { kind: 'draft', of: left })} />
  if (start === null && session !== null) setSession(null)
  if (isNew) setSession({ number: nextNumber(), start, draftId: null })
  if (start === null || session === null) return null
  const open = (draftId: string) =>
    void navigate(withCompose(window.location, { kind: 'draft', of: draftId }), { replace: true })
  return (
    <Suspense fallback={null}>
      <ComposeDrawer
        key={session.number}
        {...props}
        number={session.number}
        start={session.start}
        onDraft={draftId => {
          // The browser may have gone back already while the page is still to follow.
          const named = readCompose(new URLSearchParams(window.location.search))
          if (shown.current !== session.number || named === null) {
            noteLeft(place.key, draftId)
            return
          }
          setSession(known => known && { ...known, draftId })
          open(draftId)
        }}
        onOpen={open}
        onRestart={() =>
          setSession(
            known =>
              known && {
                number: nextNumber(),
                start: known.draftId === null ? known.start : { kind: 'draft', of: known.draftId },
                draftId: known.draftId,
              },
          )
        }
        onClose={() => void navigate(withoutCompose(window.location), { replace: true })}
      />
    </Suspense>
  )
}
