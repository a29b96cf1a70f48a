import styles from './chips.module.css'

type Chip<Name extends string> = { name: Name; label: string; count?: number | undefined }

type ChipsProps<Name extends string> = {
  label: string
  items: readonly Chip<Name>[]
  active: Name
  onChange: (name: Name) => void
}

/** A choice among a few options, as quiet chips. */
export function Chips<Name extends string>({ label, items, active, onChange }: ChipsProps<Name>) {
  return (
    <fieldset className={styles.chips}>
      <legend className="sr">{label}</legend>
      {items.map(({ name, label: words, count }) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={name === active}
          onClick={() => onChange(name)}
        >
          {words}
          {count !== undefined && count > 0 && <span>{count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
