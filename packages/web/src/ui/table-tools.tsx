/**
 * The tools above a table: the search, the filters (a chosen one is a chip that a click removes), and the
 * total.
 */
import { Dropdown } from 'antd'
import { ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import type { TableQuery } from './table-query.ts'
import styles from './table-tools.module.css'
import { useTyped } from './use-typed.ts'

export type Filter = { name: string; label: string; options: readonly { value: string; label: string }[] }

type TableToolsProps = {
  query: TableQuery
  searchLabel: string
  filters?: readonly Filter[]
  /** Filters that are more than a list of choices. */
  more?: ReactNode
  summary?: ReactNode
}

export function TableTools({ query, searchLabel, filters = [], more, summary }: TableToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchBox label={searchLabel} value={query.q} onChange={q => query.change({ q })} />
      {filters.map(filter => (
        <FilterButton key={filter.name} filter={filter} query={query} />
      ))}
      {more}
      {summary !== undefined && <span className={`small muted ${styles.summary}`}>{summary}</span>}
    </div>
  )
}

const TYPING_MS = 300

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void }

/** Reports the typed text once the typing rests. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const typed = useTyped(value)
  const wanted = typed.text.trim()
  const report = () => {
    if (wanted === value) return
    typed.report(wanted)
    onChange(wanted)
  }
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => latest.current(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, value])
  return (
    <div className={styles.search}>
      <Search aria-hidden />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        maxLength={200}
        value={typed.text}
        onChange={event => typed.type(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && report()}
      />
    </div>
  )
}

function FilterButton({ filter, query }: { filter: Filter; query: TableQuery }) {
  const chosen = query.filter(
    filter.name,
    filter.options.map(option => option.value),
  )
  const option = filter.options.find(({ value }) => value === chosen)
  if (option) {
    return (
      <button
        type="button"
        className={cx(styles.filter, styles.set)}
        aria-label={`${filter.label}：${option.label}，取消这个筛选`}
        onClick={() => query.change({ [filter.name]: null })}
      >
        {filter.label}：{option.label}
        <X aria-hidden />
      </button>
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: filter.options.map(({ value, label }) => ({ key: value, label })),
        onClick: ({ key }) => query.change({ [filter.name]: key }),
      }}
    >
      <button type="button" className={styles.filter} aria-haspopup="menu">
        {filter.label}
        <ChevronDown aria-hidden />
      </button>
    </Dropdown>
  )
}
