/** The search: goes to the inbox as one types, after a short pause. */
import { Search, X } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Kbd } from '../../../mail/keys-help.tsx'
import { type InboxView, inboxUrl, SHORTEST_SEARCH } from './inbox-url.ts'
import styles from './search-field.module.css'

const PAUSE_MS = 300

type SearchFieldProps = {
  view: InboxView
  autoFocus?: boolean
  onDone?: () => void
  ref?: Ref<{ focus: () => void }>
}

export function SearchField({ view, autoFocus = false, onDone, ref }: SearchFieldProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(view.q)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }))
  useEffect(() => setTyped(view.q), [view.q])
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const go = (words: string) => {
    const q = words.trim()
    // Too short to begin with, but what was searched before is no longer what stands here.
    if (q !== view.q && (view.q !== '' || [...q].length >= SHORTEST_SEARCH))
      void navigate(inboxUrl({ ...view, q, mail: null, panel: null }), { replace: view.q !== '' })
  }
  // Whoever opens another folder within the pause searches there.
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
    setTyped('')
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
        value={typed}
        placeholder="搜主题、发件人、正文"
        aria-label="搜邮件"
        onChange={({ target, nativeEvent }) => {
          setTyped(target.value)
          // Letters of an input method are no words yet.
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) clearTimeout(pending.current)
          else later(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => later(currentTarget.value)}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            clearTimeout(pending.current)
            go(typed)
          }
          if (event.key === 'Escape') {
            clear()
            input.current?.blur()
          }
        }}
      />
      {typed === '' ? (
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
