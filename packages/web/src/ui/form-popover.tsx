/** A panel with fields under its button: the first field gets the focus, and Escape returns it. */
import { Popover } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, type Ref, useRef } from 'react'
import { focusFirstField } from './first-field.ts'

type Trigger = { ref?: Ref<HTMLButtonElement>; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }

type FormPopoverProps = {
  /** Names the panel for screen readers. */
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  content: ReactNode
  /** The button. */
  children: ReactElement<Trigger>
}

export function FormPopover({ label, open, onOpenChange, content, children }: FormPopoverProps) {
  const form = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      afterOpenChange={opened => void (opened && focusFirstField(form.current))}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      content={
        <div
          ref={form}
          role="dialog"
          aria-label={label}
          onKeyDown={event => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            event.stopPropagation()
            onOpenChange(false)
            button.current?.focus({ preventScroll: true })
          }}
        >
          {content}
        </div>
      }
    >
      {cloneElement(children, { ref: button, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </Popover>
  )
}
