/** The items of a small menu, placed under its button. */
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import styles from './pop-menu.module.css'

export type PopItem = {
  label: string
  icon?: ReactElement
  /** The item is a switch, on or off. */
  checked?: boolean
  danger?: boolean
  /** A line separates it from the items above. */
  apart?: boolean
  run: () => void
}

type PopListProps = { label: string; items: readonly PopItem[]; anchor: HTMLElement; onClose: () => void }

export function PopList({ label, items, anchor, onClose }: PopListProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    const box = anchor.getBoundingClientRect()
    const { width, height } = menu.getBoundingClientRect()
    const below = box.bottom + 4
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`
    menu.style.top = `${below + height > innerHeight - 8 ? Math.max(8, box.top - height - 4) : below}px`
    menu.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [anchor])
  useEffect(() => {
    const away = (event: Event) => {
      const target = event.target
      if (target instanceof Node && (list.current?.contains(target) || anchor.contains(target))) return
      close.current()
    }
    addEventListener('pointerdown', away, true)
    addEventListener('resize', away)
    return () => {
      removeEventListener('pointerdown', away, true)
      removeEventListener('resize', away)
    }
  }, [anchor])
  const leave = () => {
    onClose()
    anchor.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    const buttons: Element[] = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    }
    const to = steps[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') leave()
    else if (to === undefined) return
    else list.current?.querySelectorAll('button')[(to + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={list}
      className={styles.menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {items.map(item => (
        <button
          key={item.label}
          type="button"
          {...(item.checked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
          className={cx(styles.item, item.danger && styles.danger, item.apart && styles.apart)}
          onClick={() => {
            leave()
            item.run()
          }}
        >
          {item.icon ?? null}
          <span className="grow">{item.label}</span>
          {item.checked && <Check aria-hidden />}
        </button>
      ))}
    </div>
  )
}
