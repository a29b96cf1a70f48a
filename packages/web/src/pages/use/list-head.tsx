/** Above the letters: a part of them to choose, or the search in its place. */
import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { SearchField } from '../../mail/search/search-field.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import styles from './list-head.module.css'
import type { UseView } from './use-url.ts'

type ListHeadProps = {
  view: UseView
  /** How many there are in all; not known while only a part is shown. */
  count: number | undefined
  unread: number | undefined
  finding: boolean
  onFinding: (finding: boolean) => void
  onChange: (what: Partial<UseView>, replace?: boolean) => void
  field: Ref<{ focus: () => void }>
}

export function ListHead({ view, count, unread, finding, onFinding, onChange, field }: ListHeadProps) {
  if (finding || view.q !== '') {
    return (
      <div className={styles.head}>
        <SearchField
          ref={field}
          q={view.q}
          onSearch={q => onChange({ q, mail: null }, view.q !== '')}
          autoFocus={finding}
          onDone={() => onFinding(false)}
        />
      </div>
    )
  }
  return (
    <div className={styles.head}>
      <Chips
        label="筛选"
        items={[
          { name: 'all', label: '全部', count },
          { name: 'unread', label: '未读', count: unread },
          { name: 'code', label: '有验证码' },
          { name: 'spam', label: '垃圾' },
        ]}
        active={view.filter}
        onChange={filter => onChange({ filter, mail: null })}
      />
      <span className="grow" />
      <IconButton small label="搜索" onClick={() => onFinding(true)}>
        <Search aria-hidden />
      </IconButton>
    </div>
  )
}
