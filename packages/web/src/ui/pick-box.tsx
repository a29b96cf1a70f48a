import { type ChangeEvent, useEffect, useRef } from 'react'
import styles from './pick-box.module.css'

type PickBoxProps = {
  id?: string
  label: string
  checked: boolean
  /** Some of the rows are picked, but not all. */
  some?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A check box that picks something in a list. */
export function PickBox({ id, label, checked, some = false, onChange }: PickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <input
      ref={box}
      id={id}
      className={styles.box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
    />
  )
}
