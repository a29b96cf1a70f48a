/**
 * /user/domain: the domains on the left, the chosen one on the right with everything that DNS should say about it. The
 * chosen domain is in the URL; `?view=server` shows what decides about the machine itself, for admins.
 */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { useTitle } from '../../../account/use-title.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { domainPath } from '../../../site/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Bones, Empty } from '../../../ui/states.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { AddDialog } from './add-dialog.tsx'
import { Deliverability } from './deliverability.tsx'
import { DomainDetail } from './detail.tsx'
import { DomainList } from './domain-list.tsx'
import styles from './page.module.css'
import { useDomains } from './queries.ts'

export function Component() {
  useTitle('域名')
  const { role, can } = usePermission()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const phone = useMedia(PHONE)
  const [adding, setAdding] = useState(false)
  const q = params.get('q') ?? ''
  const domains = useDomains(q)
  const server = role === 'admin' && params.get('view') === 'server'
  const go = (query: Parameters<typeof domainPath>[0], replace = false) =>
    void navigate(domainPath(query), { replace })

  if (!domains.data)
    return (
      <div className={styles.waiting}>
        {domains.isError ? (
          <ErrorState error={domains.error} retry={() => void domains.refetch()} />
        ) : (
          <Bones lines={8} />
        )}
      </div>
    )

  const { list, total } = domains.data
  const asked = params.get('domain')
  const chosen = server ? null : (asked ?? (phone ? null : (list[0]?.id ?? null)))
  const onAdd = can.createDomain ? () => setAdding(true) : null
  const showsList = !phone || (chosen === null && !server)
  return (
    <div className={styles.page}>
      {!showsList && <h1 className="sr">域名</h1>}
      {showsList && (
        <DomainList
          domains={list}
          total={total}
          chosen={chosen}
          q={q}
          onSearch={text => go({ q: text }, true)}
          onAdd={onAdd}
          server={role === 'admin' ? server : null}
        />
      )}
      {server && <Deliverability onBack={phone ? () => go({}) : null} />}
      {chosen !== null && (
        <DomainDetail
          key={chosen}
          id={chosen}
          onBack={phone ? () => go({ q }) : null}
          onGone={() => go({ q })}
        />
      )}
      {chosen === null && !server && list.length === 0 && q === '' && (
        <div className={styles.empty}>
          <Empty
            drawing={<Drawing of="domains" />}
            text={
              onAdd
                ? '还没有域名。添加一个，按提示设好记录，就能用自己的域名收信和发信。'
                : '还没有域名。添加域名的权限由管理员开通。'
            }
          >
            {onAdd && (
              <Button size="small" icon={<Plus aria-hidden />} onClick={onAdd}>
                添加域名
              </Button>
            )}
          </Empty>
        </div>
      )}
      <AddDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={id => void navigate(domainPath({ domain: id }), { state: { added: true } })}
      />
    </div>
  )
}
