/** The host that receives the domain's mail: that of the site, or one of its own. */
import type { Domain } from '@yanshu/contract'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { ApiError, reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import styles from './detail.module.css'
import { useDomainCache } from './queries.ts'

type HostSectionProps = {
  domain: Domain
  /** Its records have other values now. */
  onChanged: () => void
}

export function HostSection({ domain, onChanged }: HostSectionProps) {
  const { found, renew } = useDomainCache()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(mailHost: string | null): Promise<void> {
    setBusy(true)
    try {
      const answer = await api.editDomain({ body: { id: domain.id, mailHost } })
      found(answer.domain, [])
      await renew()
      setTyped(null)
      showToast('收信主机改好了，MX 等记录也要跟着改')
      onChanged()
    } catch (error) {
      const told = error instanceof ApiError ? error.fields.mailHost : undefined
      if (told === undefined) showError(reasonOf(error))
      else setFault(told)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.section} aria-label="收信主机">
      <h3>收信主机</h3>
      <p className={styles.host}>
        <code className="mono">{domain.mailHost}</code>
        <span className="small muted">
          {domain.ownMailHost === null ? '跟随本站，和别的域名共用' : '只给这个域名用'}
        </span>
      </p>
      {typed === null ? (
        <div className={styles.line}>
          <Button size="small" onClick={() => setTyped(domain.ownMailHost ?? '')}>
            {domain.ownMailHost === null ? '单独用一个' : '换一个'}
          </Button>
          {domain.ownMailHost !== null && (
            <Button size="small" kind="quiet" busy={busy} onClick={() => void save(null)}>
              跟随本站
            </Button>
          )}
          <span className="small muted">
            临时邮箱的域名容易进公开名单，名单也会看 MX；分开主机名，收费的域名不受牵连
          </span>
        </div>
      ) : (
        <form
          className={styles.line}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void save(typed)
          }}
        >
          <Input
            className={styles.hostField ?? ''}
            value={typed}
            autoFocus
            placeholder="mx2.example.com"
            aria-label="收信主机名"
            aria-describedby="host-fault"
            aria-invalid={fault !== null || undefined}
            status={fault === null ? '' : 'error'}
            onChange={event => {
              setTyped(event.target.value)
              setFault(null)
            }}
          />
          <Button type="submit" busy={busy}>
            保存
          </Button>
          <Button kind="quiet" onClick={() => setTyped(null)}>
            取消
          </Button>
          <p id="host-fault" className={styles.clash} role="alert">
            {fault}
          </p>
        </form>
      )}
    </section>
  )
}
