/** The switches of a domain: which mail it takes and who may use it. Each takes effect at once. */
import type { Domain } from '@yanshu/contract'
import { Switch } from 'antd'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { showError } from '../../../ui/toast.ts'
import styles from './detail.module.css'
import { useDomainCache } from './queries.ts'

type Name = 'catchAll' | 'subdomains' | 'open' | 'store'

export function SwitchSection({ domain, mayOpen }: { domain: Domain; mayOpen: boolean }) {
  const { found, renew } = useDomainCache()
  const [busy, setBusy] = useState<Name | null>(null)
  const switches: readonly { name: Name; label: string; hint: string; admin: boolean }[] = [
    { name: 'catchAll', label: '收下未知地址', hint: '没建过的名字也收', admin: false },
    { name: 'subdomains', label: '子域名收信', hint: `如 a@x.${domain.name}`, admin: false },
    { name: 'open', label: '开放注册', hint: '访客可用它建临时邮箱', admin: true },
    { name: 'store', label: '在商店出售', hint: '列进商店可选的域名', admin: true },
  ]
  const change = (name: Name, on: boolean) => {
    setBusy(name)
    api
      .editDomain({ body: { id: domain.id, [name]: on } })
      .then(answer => {
        found(answer.domain, [])
        return renew()
      })
      .catch((error: unknown) => showError(reasonOf(error)))
      .finally(() => setBusy(null))
  }
  return (
    <section className={styles.switches} aria-label="开关">
      {switches.map(({ name, label, hint, admin }) => (
        <div key={name} className={styles.switch}>
          <span>{label}</span>
          <Switch
            size="small"
            checked={domain[name]}
            loading={busy === name}
            disabled={admin && !mayOpen}
            aria-label={label}
            onChange={on => change(name, on)}
          />
          <small>{admin && !mayOpen ? '由管理员决定' : hint}</small>
        </div>
      ))}
      {domain.open && domain.store && (
        <p className={styles.clash}>
          开放注册和在商店出售都开着：商店里卖的名字，访客可以免费注册走。关掉其中一样，或者给好名字另外定价。
        </p>
      )}
    </section>
  )
}
