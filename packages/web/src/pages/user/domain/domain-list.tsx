/** The domains, each with what matters most about it; below, for admins, the machine itself. */
import type { Domain } from '@yanshu/contract'
import { Input } from 'antd'
import { CircleX, Plus, Search, Server } from 'lucide-react'
import { Link } from 'react-router'
import { domainPath } from '../../../site/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DomainText } from '../../../ui/domain-text.tsx'
import styles from './domain-list.module.css'
import { domainLine, scoreTone } from './words.ts'

/** From so many on one looks for a name. */
const SEARCH_FROM = 8

type DomainListProps = {
  domains: readonly Domain[]
  total: number
  chosen: string | null
  q: string
  onSearch: (q: string) => void
  onAdd: (() => void) | null
  /** Whether the machine's own page is open; null for those who may not see it. */
  server: boolean | null
}

export function DomainList({ domains, total, chosen, q, onSearch, onAdd, server }: DomainListProps) {
  return (
    <aside className={styles.list} aria-label="域名列表">
      <header>
        <h1>域名</h1>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => onAdd?.()}
          disabledReason={onAdd === null ? '添加域名的权限由管理员开通' : null}
        >
          添加
        </Button>
      </header>
      {(total >= SEARCH_FROM || q !== '') && (
        <Input
          className={styles.search ?? ''}
          size="small"
          allowClear={{ clearIcon: <CircleX aria-hidden /> }}
          defaultValue={q}
          prefix={<Search aria-hidden />}
          placeholder="搜域名"
          aria-label="搜域名"
          onChange={event => onSearch(event.target.value.trim())}
        />
      )}
      <ul>
        {domains.map(domain => (
          <li key={domain.id}>
            <Link
              className={styles.row}
              to={domainPath({ domain: domain.id, q })}
              aria-current={domain.id === chosen ? 'true' : undefined}
            >
              <DomainText className={styles.name} name={domain.name} />
              <small>{domainLine(domain)}</small>
              <b className={styles[domain.verified ? scoreTone(domain.score) : 'none']}>
                {domain.verified && domain.score !== null ? domain.score : '—'}
              </b>
            </Link>
          </li>
        ))}
      </ul>
      {domains.length === 0 && q !== '' && <p className={styles.none}>没有这样的域名</p>}
      {total > domains.length && (
        <p className={styles.none}>
          共 {total} 个，这里是前 {domains.length} 个，可以搜索
        </p>
      )}
      {server !== null && (
        <Link
          className={cx(styles.row, styles.server)}
          to={domainPath({ view: 'server' })}
          aria-current={server ? 'true' : undefined}
        >
          <Server aria-hidden />
          <span>服务器送达条件</span>
        </Link>
      )}
    </aside>
  )
}
