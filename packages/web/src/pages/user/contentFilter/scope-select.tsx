/** Which mailboxes a rule is for: all, those of a domain, or one. */
import type { FilterRule } from '@yanshu/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { searchIcon } from '../../../ui/select-icons.tsx'
import styles from './builder.module.css'
import { useDomainChoices, useMailboxChoices } from './queries.ts'
import { useScopeNames } from './use-scope-names.ts'

type Scope = FilterRule['scope']

const written = ({ kind, id }: Scope): string => (kind === 'all' ? 'all' : `${kind} ${id ?? ''}`)

function read(text: string): Scope {
  const [kind, id] = text.split(' ')
  return (kind === 'domain' || kind === 'mailbox') && id ? { kind, id } : { kind: 'all' }
}

export function ScopeSelect({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { role } = usePermission()
  const [words, setWords] = useState('')
  const mailboxes = useMailboxChoices(words).data?.list ?? []
  const domains = (useDomainChoices().data?.list ?? []).filter(({ name }) => name.includes(words.trim()))
  const scopeName = useScopeNames([scope])
  if (role === 'mailbox' && scope.kind === 'all') return <b>这个邮箱</b>
  const groups = [
    { label: '域名', options: domains.map(({ id, name }) => ({ value: `domain ${id}`, label: `@${name}` })) },
    {
      label: '邮箱',
      options: mailboxes.map(({ id, address }) => ({ value: `mailbox ${id}`, label: address })),
    },
  ].filter(group => group.options.length > 0)
  return (
    <Select
      aria-label="作用范围"
      className={styles.scope ?? ''}
      value={{ value: written(scope), label: scopeName(scope) ?? '全部邮箱' }}
      labelInValue
      popupMatchSelectWidth={false}
      classNames={{ popup: { root: styles.scopes ?? '' } }}
      showSearch={{ searchIcon, filterOption: false, onSearch: setWords }}
      onOpenChange={open => open || setWords('')}
      onChange={({ value }) => onChange(read(value))}
      options={[{ value: 'all', label: '全部邮箱' }, ...groups]}
    />
  )
}
