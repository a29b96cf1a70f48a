/** Deleting a domain names what goes with it; forgetting a provider's key is here as well. */

import { useQuery } from '@tanstack/react-query'
import type { DnsProvider, Domain } from '@yanshu/contract'
import { KeySquare, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { domainKeys } from '../../../account/account-keys.ts'
import { messageOf, reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import styles from './detail.module.css'
import { useDomainCache } from './queries.ts'
import { providerNames } from './words.ts'

const MANY = 100_000

function lossText(loss: { mailboxes: number; others: number; mails: number }): string {
  const mails = loss.mails >= MANY ? '10 万封以上的邮件' : `${loss.mails.toLocaleString('zh-CN')} 封邮件`
  const others = loss.others > 0 ? `（其中 ${loss.others} 个是别人的）` : ''
  return `会一起删除 ${loss.mailboxes.toLocaleString('zh-CN')} 个邮箱${others}和 ${mails}，不能恢复。`
}

type DeleteSectionProps = { domain: Domain; remembered: DnsProvider | null; onGone: () => void }

export function DeleteSection({ domain, remembered, onGone }: DeleteSectionProps) {
  const { renew } = useDomainCache()
  const [asking, setAsking] = useState(false)
  const loss = useQuery({
    queryKey: domainKeys.loss(domain.id),
    queryFn: ({ signal }) => api.delDomain({ body: { id: domain.id, dryRun: true } }, { signal }),
    enabled: asking,
    gcTime: 0,
  })
  const forget = () => {
    api
      .editDomain({ body: { id: domain.id, forgetDnsAccess: true } })
      .then(async () => {
        await renew()
        showToast('已忘记密钥')
      })
      .catch((error: unknown) => showError(reasonOf(error)))
  }
  return (
    <section className={styles.section} aria-label="其他">
      <div className={styles.line}>
        <Button size="small" danger icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
          删除域名
        </Button>
        {remembered !== null && (
          <Button size="small" kind="quiet" icon={<KeySquare aria-hidden />} onClick={forget}>
            忘记{providerNames[remembered]}的密钥
          </Button>
        )}
      </div>
      <LossDialog
        open={asking}
        title={`删除 ${domain.name}？`}
        action="删除域名"
        retype={domain.verified ? domain.name : null}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.delDomain({ body: { id: domain.id } })
          onGone()
          await renew()
          showToast(`已删除 ${domain.name}`)
        }}
      >
        <p className="muted">
          {!domain.verified
            ? '这个域名还没有生效，删除不会失去任何邮件。'
            : loss.data
              ? lossText(loss.data)
              : loss.isError
                ? messageOf(loss.error)
                : '正在数会失去什么…'}
        </p>
        {domain.verified && <p className="muted">DNS 里的记录不会动，要停止收信请把 MX 记录删掉。</p>}
      </LossDialog>
    </section>
  )
}
