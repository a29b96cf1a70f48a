/** The search field, which searches after a short pause in typing. */
import { Search, X } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTyped } from '../../ui/use-typed.ts'
import { Kbd } from '../keys-help.tsx'
import { isSearched } from './long-enough.ts'
import styles from './search-field.module.css'

const PAUSE_MS = 300

type SearchFieldProps = {
  /** The words that are searched for now. */
  q: string
  onSearch: (q: string) => void
  autoFocus?: boolean
  onDone?: () => void
  placeholder?: string
  ref?: Ref<{ focus: () => void }>
}

export function SearchField(props: SearchFieldProps) {
  const {
    q: searched,
    onSearch,
    autoFocus = false,
    onDone,
    placeholder = '搜主题、发件人、正文',
    ref,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const typed = useTyped(searched)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }))
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const go = (words: string) => {
    const q = words.trim()
    // The text is too short to search for, but the former search no longer matches the field.
    if (q === searched || (searched === '' && !isSearched(q))) return
    typed.report(q)
    onSearch(q)
  }
  // A person who opens another folder within the pause searches there.
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pending.current), [])
  const later = (words: string) => {
    clearTimeout(pending.current)
    pending.current = setTimeout(() => latest.current(words), PAUSE_MS)
  }
  const clear = () => {
    clearTimeout(pending.current)
    typed.type('')
    go('')
    onDone?.()
  }
  return (
    <search className={styles.box}>
      <Search aria-hidden />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        maxLength={200}
        value={typed.text}
        placeholder={placeholder}
        aria-label="搜邮件"
        onChange={({ target, nativeEvent }) => {
          typed.type(target.value)
          // Letters of an unfinished input method are not words yet.
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) clearTimeout(pending.current)
          else later(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => later(currentTarget.value)}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            clearTimeout(pending.current)
            go(typed.text)
          }
          if (event.key === 'Escape') {
            clear()
            input.current?.blur()
          }
        }}
      />
      {typed.text === '' ? (
        <span className="desk-only">
          <Kbd>/</Kbd>
        </span>
      ) : (
        <button
          type="button"
          className={styles.clear}
          aria-label="清除搜索"
          onClick={() => {
            clear()
            input.current?.focus()
          }}
        >
          <X aria-hidden />
        </button>
      )}
    </search>
  )
}
