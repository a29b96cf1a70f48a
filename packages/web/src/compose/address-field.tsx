/** A row of recipients: chips, marks on invalid ones, and suggestions during typing. */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { mailKeys } from '../mail/mail-keys.ts'
import { useMailSource } from '../mail/source.tsx'
import { cx } from '../ui/cx.ts'
import styles from './address-field.module.css'
import { addTo, isRecipient, personOf, splitAddresses, textOf } from './addresses.ts'

type AddressFieldProps = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  /** The server's message about it. */
  fault?: string | undefined
  /** The buttons at the end of the row: 抄送, 密送. */
  more?: ReactNode
  autoFocus?: boolean
}

const REST_MS = 150

/** Returns known people for the typed text. */
function useContacts(typed: string) {
  const { key, api } = useMailSource()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: mailKeys.contacts(key, q),
    queryFn: async ({ signal }) => (await api.getContacts({ query: { q } }, { signal })).list,
    enabled: q !== '',
    staleTime: 60_000,
  })
  return q === '' || typed.trim() === '' ? [] : (data ?? [])
}

export function AddressField(props: AddressFieldProps) {
  const { label, value, onChange, fault, more, autoFocus = false } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [closed, setClosed] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const taken = new Set(value.map(one => personOf(one).address.toLowerCase()))
  const found = useContacts(typed)
    .filter(person => !taken.has(person.address.toLowerCase()))
    .slice(0, 6)
  const open = found.length > 0 && !closed
  const take = (more: readonly string[]) => {
    if (more.length > 0) onChange(addTo(value, more))
    setTyped('')
    setActive(-1)
  }
  const type = (text: string) => {
    setClosed(false)
    setActive(-1)
    if (/[,;，；\n]$/u.test(text)) take(splitAddresses(text))
    else setTyped(text)
  }
  const back = () => {
    const last = value.at(-1)
    if (last === undefined) return
    onChange(value.slice(0, -1))
    setTyped(last)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = open ? found[active] : undefined
    if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      take(chosen ? [textOf(chosen)] : splitAddresses(typed))
    } else if (event.key === 'Tab' && chosen) take([textOf(chosen)])
    else if (event.key === 'Escape' && open) setClosed(true)
    else if (event.key === 'Backspace' && typed === '') back()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.field}>
        <ul className={styles.chips} aria-label={label}>
          {value.map(one => (
            <li key={one}>
              <Chip
                text={one}
                onEdit={() => {
                  onChange(value.filter(other => other !== one))
                  setTyped(one)
                  input.current?.focus()
                }}
                onRemove={() => onChange(value.filter(other => other !== one))}
              />
            </li>
          ))}
        </ul>
        <input
          id={id}
          ref={input}
          className={styles.input}
          value={typed}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault !== undefined}
          onChange={event => type(event.target.value)}
          onPaste={event => {
            const parts = splitAddresses(event.clipboardData.getData('text'))
            if (parts.length < 2 && !isRecipient(parts[0] ?? '')) return
            event.preventDefault()
            take(typed.trim() === '' ? parts : [...splitAddresses(typed), ...parts])
          }}
          onKeyDown={onKeyDown}
          onBlur={() => take(splitAddresses(typed))}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="认识的人"
          className={cx(styles.list, !open && 'sr')}
        >
          {open &&
            found.map((person, index) => (
              <div
                key={person.address}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onPointerDown={event => {
                  event.preventDefault()
                  take([textOf(person)])
                }}
              >
                {person.name && <b>{person.name}</b>}
                <span className="mono">{person.address}</span>
              </div>
            ))}
        </div>
        {fault !== undefined && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      {more}
    </div>
  )
}

function Chip({ text, onEdit, onRemove }: { text: string; onEdit: () => void; onRemove: () => void }) {
  const { name, address } = personOf(text)
  const wrong = !isRecipient(text)
  return (
    <span
      className={cx(styles.chip, wrong && styles.wrong)}
      title={wrong ? '地址不完整，点一下来改' : address}
    >
      <button type="button" className={styles.chipText} aria-label={`改 ${text}`} onClick={onEdit}>
        {name || address}
        {wrong && <span className="sr">，地址不完整</span>}
      </button>
      <button type="button" className={styles.chipClose} aria-label={`去掉 ${text}`} onClick={onRemove}>
        <X aria-hidden />
      </button>
    </span>
  )
}
