/**
 * Asks before something that was typed and not saved is lost: by a link, by going back, or by closing the tab. Forms say
 * that they hold something; one guard in the frame of the pages asks for all of them.
 */
import { Form, type FormInstance, Modal } from 'antd'
import { useEffect } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router'
import { create } from 'zustand'

/** What a form is lost with: the page, or already the tab of it that is named in the URL. */
type Extent = 'page' | 'tab'
type Unsaved = { extent: Extent; page: string }

const useHeld = create<{ forms: readonly Unsaved[] }>()(() => ({ forms: [] }))

/** For a form: whether something in it is not saved yet. */
export function useUnsaved(unsaved: boolean, extent: Extent = 'page'): void {
  const { pathname: page } = useLocation()
  useEffect(() => {
    if (!unsaved) return
    const form: Unsaved = { extent, page }
    useHeld.setState(({ forms }) => ({ forms: [...forms, form] }))
    return () => useHeld.setState(({ forms }) => ({ forms: forms.filter(other => other !== form) }))
  }, [unsaved, extent, page])
}

/** For a form in a tab whose fields hold something else than what is saved. */
export function useUnsavedForm<Values extends object>(form: FormInstance<Values>, saved: Values): void {
  const typed: Partial<Values> = Form.useWatch([], form) ?? {}
  const names = Object.keys(typed) as (keyof Values)[]
  useUnsaved(
    names.some(name => JSON.stringify(typed[name]) !== JSON.stringify(saved[name])),
    'tab',
  )
}

/** The browser's own question, in its own words. */
function useUnloadWarning(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [needed])
}

const tabOf = ({ search }: Location): string | null => new URLSearchParams(search).get('tab')

function isLost(from: Location, to: Location): boolean {
  // A page that was just left is still there for a moment.
  const here = useHeld.getState().forms.filter(({ page }) => page === from.pathname)
  if (from.pathname !== to.pathname) return here.length > 0
  return here.some(({ extent }) => extent === 'tab') && tabOf(from) !== tabOf(to)
}

/** Not a LossDialog: that one closes by itself, which here would take the answer back. */
export function UnsavedGuard() {
  useUnloadWarning(useHeld(({ forms }) => forms.length > 0))
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isLost(currentLocation, nextLocation))
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title="还有内容没有保存"
      okText="离开"
      okButtonProps={{ danger: true }}
      cancelText="留下"
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      width={420}
    >
      离开以后就找不回来了。
    </Modal>
  )
}
