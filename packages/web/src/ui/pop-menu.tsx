/**
 * A small menu under a button, without antd, for pages that do not load it. Arrow keys move through it,
 * Escape closes it.
 */
import { type ComponentProps, lazy, type ReactElement, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PopItem } from './pop-list.tsx'

const PopList = lazy(async () => ({ default: (await import('./pop-list.tsx')).PopList }))

type PopMenuProps = {
  /** Names the menu for screen readers. */
  label: string
  items: readonly PopItem[]
  /** Makes the button, which must pass on the given props. */
  button: (given: PopButton) => ReactElement
}

export type PopButton = Pick<ComponentProps<'button'>, 'onClick' | 'aria-haspopup' | 'aria-expanded'>

export function PopMenu({ label, items, button }: PopMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: event => {
          const pressed = event.currentTarget
          setAnchor(open => (open ? null : pressed))
        },
      })}
      {anchor &&
        createPortal(
          <Suspense>
            <PopList label={label} items={items} anchor={anchor} onClose={() => setAnchor(null)} />
          </Suspense>,
          anchor.closest('dialog') ?? document.body,
        )}
    </>
  )
}
