/**
 * Asks before unsaved text is lost by a link, by going back, or by closing the tab. Forms report that they
 * hold unsaved text; one guard in the frame of the pages asks for all of them.
 */
import { Form, type FormInstance, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router'
import { create } from 'zustand'

/**
 * The extent with which a form is lost: the page, or the tab that the URL names. `opened` is one that its holder opened
 * and closes at will, so that only a lost login takes it away unasked.
 */
type Extent = 'page' | 'tab' | 'opened'
type Unsaved = { extent: Extent; page: string }

const useHeld = create<{ forms: readonly Unsaved[] }>()(() => ({ forms: [] }))

/** A form calls this with whether it has unsaved text. */
export function useUnsaved(unsaved: boolean, extent: Extent = 'page'): void {
  const { pathname: page } = useLocation()
  useEffect(() => {
    if (!unsaved) return
    const form: Unsaved = { extent, page }
    useHeld.setState(({ forms }) => ({ forms: [...forms, form] }))
    return () => useHeld.setState(({ forms }) => ({ forms: forms.filter(other => other !== form) }))
  }, [unsaved, extent, page])
}

/** A form in a tab calls this when its fields may differ from the saved values. */
export function useUnsavedForm<Values extends object>(form: FormInstance<Values>, saved: Values): void {
  const typed: Partial<Values> = Form.useWatch([], form) ?? {}
  const names = Object.keys(typed) as (keyof Values)[]
  useUnsaved(
    names.some(name => JSON.stringify(typed[name]) !== JSON.stringify(saved[name])),
    'tab',
  )
}

/** For a drawer or dialog: it holds what is typed into it for as long as it is open. */
export function useTypedInto(open: boolean): { onInput: () => void } {
  const [typed, setTyped] = useState(false)
  useEffect(() => {
    if (!open) setTyped(false)
  }, [open])
  useUnsaved(open && typed, 'opened')
  return { onInput: () => setTyped(true) }
}

/** Shows the browser's own question, in its own words. */
function useUnloadWarning(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [needed])
}

const tabOf = ({ search }: Location): string | null => new URLSearchParams(search).get('tab')

/** The words of a lost login that leads here. */
function wordsOfLoss(to: Location | undefined): string | null {
  const state = to?.state as { lostLogin?: unknown } | null | undefined
  return typeof state?.lostLogin === 'string' ? state.lostLogin : null
}

function isLost(from: Location, to: Location): boolean {
  const isSentAway = wordsOfLoss(to) !== null
  // A page that was just left still exists for a moment.
  const here = useHeld
    .getState()
    .forms.filter(({ page, extent }) => page === from.pathname && (isSentAway || extent !== 'opened'))
  if (from.pathname !== to.pathname) return here.length > 0
  return here.some(({ extent }) => extent === 'tab') && tabOf(from) !== tabOf(to)
}

/** A LossDialog does not fit here: it closes by itself, which would cancel the answer. */
export function UnsavedGuard() {
  useUnloadWarning(useHeld(({ forms }) => forms.some(({ extent }) => extent !== 'opened')))
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isLost(currentLocation, nextLocation))
  const loss = wordsOfLoss(blocker.location)
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={loss ?? '还有内容没有保存'}
      okText="离开"
      okButtonProps={{ danger: true }}
      cancelText="留下"
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      width={420}
    >
      {loss === null
        ? '离开以后就找不回来了。'
        : '这一页填的内容还没有保存，离开以后就找不回来了。可以先留下，抄走要用的。'}
    </Modal>
  )
}
