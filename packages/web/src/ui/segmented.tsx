import styles from './segmented.module.css'

type SegmentedProps<Name extends string> = {
  label: string
  items: readonly { name: Name; label: string }[]
  active: Name
  onChange: (name: Name) => void
}

/** Switches between views of one thing, side by side. */
export function Segmented<Name extends string>({ label, items, active, onChange }: SegmentedProps<Name>) {
  return (
    <fieldset className={styles.seg}>
      <legend className="sr">{label}</legend>
      {items.map(item => (
        <button
          key={item.name}
          type="button"
          aria-pressed={item.name === active}
          onClick={() => onChange(item.name)}
        >
          {item.label}
        </button>
      ))}
    </fieldset>
  )
}
