import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'
import styles from './pager.module.css'
import { PAGE_SIZES, type TableQuery } from './table-query.ts'

/** The pager under a table: the current place, rows per page, back and forward. */
export function Pager({ query, total }: { query: TableQuery; total: number }) {
  const last = Math.max(1, Math.ceil(total / query.pageSize))
  if (total <= PAGE_SIZES[0] && query.page === 1) return null
  const go = (page: number) => query.change({ page: String(Math.min(last, Math.max(1, page))) })
  return (
    <nav className={`small ${styles.pager}`} aria-label="翻页">
      <span className="muted">
        第 {query.page} 页，共 {last} 页
      </span>
      <span className="grow" />
      <select
        className={styles.size}
        aria-label="每页多少行"
        value={query.pageSize}
        onChange={event => query.change({ pageSize: event.target.value })}
      >
        {PAGE_SIZES.map(size => (
          <option key={size} value={size}>
            每页 {size} 个
          </option>
        ))}
      </select>
      <IconButton small label="上一页" disabled={query.page <= 1} onClick={() => go(query.page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton small label="下一页" disabled={query.page >= last} onClick={() => go(query.page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  )
}
