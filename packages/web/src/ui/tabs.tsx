/** Tabs with an ink line. They are one stop for the Tab key; the arrow keys move between them. */
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

export type TabItem<Name extends string> = { name: Name; label: string; count?: number | undefined }

type TabsProps<Name extends string> = {
  label: string
  items: readonly TabItem<Name>[]
  active: Name
  onChange: (name: Name) => void
  /** The id of the element that the tabs control. */
  panel: string
}

export function Tabs<Name extends string>({ label, items, active, onChange, panel }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  // On a phone not all of them have room.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-tab="${active}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  function onKeyDown(event: KeyboardEvent) {
    const at = items.findIndex(item => item.name === active)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: items.length - 1,
    }
    const to = steps[event.key]
    const next = to === undefined ? undefined : items[(to + items.length) % items.length]
    if (!next) return
    event.preventDefault()
    onChange(next.name)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {items.map(item => (
        <button
          key={item.name}
          type="button"
          role="tab"
          id={`${base}-${item.name}`}
          data-tab={item.name}
          className={styles.tab}
          aria-selected={item.name === active}
          aria-controls={item.name === active ? panel : undefined}
          tabIndex={item.name === active ? 0 : -1}
          onClick={() => onChange(item.name)}
        >
          {item.label}
          {item.count !== undefined && <small>{item.count.toLocaleString('zh-CN')}</small>}
        </button>
      ))}
    </div>
  )
}
