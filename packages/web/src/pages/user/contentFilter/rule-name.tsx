/** The name of a rule, changed in its place. A rule without one gets a name from its first condition. */
import { Input } from 'antd'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './builder.module.css'

type RuleNameProps = {
  name: string
  suggested: string
  isNew: boolean
  fault: string | null
  onChange: (name: string) => void
}

export function RuleName({ name, suggested, isNew, fault, onChange }: RuleNameProps) {
  const [open, setOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  if (!open && !isNew && fault === null) {
    return (
      <h2 className={styles.name} ref={title}>
        <span className="clip">{name || suggested}</span>
        <IconButton small label="改名" onClick={() => setOpen(true)}>
          <Pencil aria-hidden />
        </IconButton>
      </h2>
    )
  }
  return (
    <div className={styles.name}>
      <h2 className="sr">{name || suggested}</h2>
      <Input
        className={styles.nameBox}
        aria-label="规则的名称"
        placeholder={suggested}
        maxLength={100}
        value={name}
        autoFocus={open}
        {...(fault !== null && { status: 'error', title: fault })}
        onChange={event => onChange(event.target.value)}
        onBlur={() => setOpen(false)}
        onPressEnter={event => {
          if (!open) return
          event.preventDefault()
          setOpen(false)
          // The box is gone with the keyboard in it.
          requestAnimationFrame(() => title.current?.querySelector('button')?.focus())
        }}
      />
    </div>
  )
}
