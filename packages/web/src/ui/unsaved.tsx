/**
 * Asks before something that was typed and not saved is lost: by a link, by going back, or by closing the tab. Forms say
 * that they hold something; one guard in the frame of the pages asks for all of them.
 */
import { Form, type FormInstance, Modal } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router'

/** What a form is lost with: the page, or already the tab of it that is named in the URL. */
type Extent = 'page' | 'tab'

const held = new Map<symbol, { extent: Extent; page: string }>()
const listeners = new Set<() => void>()

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For a form: whether something in it is not saved yet. */
export function useUnsaved(unsaved: boolean, extent: Extent = 'page'): void {
  const { pathname: page } = useLocation()
  useEffect(() => {
    if (!unsaved) return
    const form = Symbol()
    held.set(form, { extent, page })
    tellAll()
    return () => {
      held.delete(form)
      tellAll()
    }
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
export function useUnloadWarning(needed: boolean): void {
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
  const here = [...held.values()].filter(({ page }) => page === from.pathname)
  if (from.pathname !== to.pathname) return here.length > 0
  return here.some(({ extent }) => extent === 'tab') && tabOf(from) !== tabOf(to)
}

export function UnsavedGuard() {
  const unsaved = useSyncExternalStore(subscribe, () => held.size > 0)
  useUnloadWarning(unsaved)
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
