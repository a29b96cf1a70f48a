/** Certificates: what our ports present for each name, until when, how the last try went, and the authority's own words. */
import type { CertificatePurpose } from '@yanshu/contract'
import { RotateCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../../api/api-error.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { showError } from '../../../../ui/toast.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { AuthorityPart } from './authority-part.tsx'
import { CertificateRow } from './certificate-row.tsx'
import styles from './certificate-tab.module.css'
import { purposes, verdictText } from './certificate-words.ts'
import { type Shown, useCertificates, useRenew } from './queries.ts'

const order: readonly CertificatePurpose[] = ['site', 'mail', 'domain']

/** What keeps anything from being asked for; null when nothing does. */
function offText({ on, terms }: Shown['authority']): string | null {
  if (!on) return '自动申请还没有打开，现在的证书不会自己续。'
  return terms ? null : '还没有同意签发方的条款，同意以后才去申请。'
}

export function CertificateTab() {
  const { data, error, refetch } = useCertificates()
  const renew = useRenew()
  const now = useNow(60_000)
  const [busy, setBusy] = useState(false)
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={6} />
  const { list, authority } = data
  const off = offText(authority)
  const lookAtAll = async () => {
    setBusy(true)
    await renew().catch((error: unknown) => showError(reasonOf(error)))
    setBusy(false)
  }
  return (
    <>
      {list.length === 0 ? (
        <Empty text="还没有可以申请证书的名字。先设置公开网址和收信主机名，要是公网上的名字。" />
      ) : (
        <>
          <div className={styles.verdict}>
            <div>
              <h2>{verdictText(list, now)}</h2>
              <p>{off ?? '走完三分之二就自己续；没续成先说原因，隔久些再试；剩 14 天还没成会发通知给你。'}</p>
            </div>
            {off === null ? (
              <Button icon={<RotateCw aria-hidden />} busy={busy} onClick={() => void lookAtAll()}>
                全部看一遍
              </Button>
            ) : (
              <ButtonLink
                kind="primary"
                icon={<ShieldCheck aria-hidden />}
                to="/user/setting?tab=site&group=certificate"
              >
                去打开
              </ButtonLink>
            )}
          </div>
          {order.map(purpose => {
            const mine = list.filter(one => one.purpose === purpose)
            if (mine.length === 0) return null
            const { title, says } = purposes[purpose]
            return (
              <section key={purpose} className={styles.group} aria-label={title}>
                <h3>
                  {title}
                  <small>{says}</small>
                </h3>
                <ul>
                  {mine.map(one => (
                    <CertificateRow
                      key={one.name}
                      certificate={one}
                      now={now}
                      renew={off === null ? renew : null}
                    />
                  ))}
                </ul>
              </section>
            )
          })}
          <p className={styles.key}>
            <span>
              <i />
              已过去
            </span>
            <span>
              <i className={styles.notch} />
              缺口处开始自动续
            </span>
            <span>
              <i className={styles.today} />
              今天
            </span>
          </p>
        </>
      )}
      <AuthorityPart authority={authority} now={now} />
    </>
  )
}
