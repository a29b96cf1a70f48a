/** Chooses the mailboxes of a rule: all, those of a domain, or one; for an admin also those of other people. */
import type { FilterRule } from '@yanshu/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { searchIcon } from '../../../ui/select-icons.tsx'
import styles from './builder.module.css'
import { useDomainChoices, useMailboxChoices } from './queries.ts'
import { everyonesBoxes, everyonesOn, useScopeNames } from './use-scope-names.ts'

type Scope = FilterRule['scope']

const written = ({ kind, id = '', everyone }: Scope): string => `${kind} ${id}${everyone ? ' everyone' : ''}`

function read(text: string): Scope {
  const [kind, id, more] = text.split(' ')
  const everyone = more === 'everyone' ? { everyone: true as const } : {}
  return (kind === 'domain' || kind === 'mailbox') && id
    ? { kind, id, ...everyone }
    : { kind: 'all', ...everyone }
}

export function ScopeSelect({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { role } = usePermission()
  const [words, setWords] = useState('')
  const mailboxes = useMailboxChoices(words).data?.list ?? []
  const domains = (useDomainChoices().data?.list ?? []).filter(({ name }) => name.includes(words.trim()))
  const scopeName = useScopeNames([scope])
  if (role === 'mailbox' && scope.kind === 'all') return <b>这个邮箱</b>
  const optionOf = (one: Scope, label: string) => ({ value: written(one), label })
  const ofDomains = (more: Pick<Scope, 'everyone'>, say: (name: string) => string) =>
    domains.map(({ id, name }) => optionOf({ kind: 'domain', id, ...more }, say(name)))
  const groups = [
    { label: '域名', options: ofDomains({}, name => `@${name}`) },
    {
      label: '邮箱',
      options: mailboxes.map(({ id, address }) => optionOf({ kind: 'mailbox', id }, address)),
    },
    {
      label: '连别人的邮箱',
      options:
        role === 'admin'
          ? [
              optionOf({ kind: 'all', everyone: true }, everyonesBoxes),
              ...ofDomains({ everyone: true }, everyonesOn),
            ]
          : [],
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
      options={[optionOf({ kind: 'all' }, '全部邮箱'), ...groups]}
    />
  )
}
