/**
 * The tab 通知 of the settings: the chat groups, phones and programs that get a notice when mail arrives, with
 * a form, a test and a log for each. The URL names the open part. It does not know how notifications are
 * written or delivered.
 */
import type { Webhook } from '@yanshu/contract'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hostOf } from '../../../../account/notice/kinds.ts'
import { usePermission } from '../../../../account/permission.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { api } from '../../../../api/index.ts'
import { LossDialog } from '../../../../api/loss-dialog.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Drawing } from '../../../../ui/empty-drawings.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { HookDrawer } from './hook-drawer.tsx'
import { HookRow } from './hook-row.tsx'
import { LogDrawer } from './log-drawer.tsx'
import styles from './notice-tab.module.css'
import { NEW, type NoticeOpen, noticeParams, noticeSearch } from './notice-url.ts'
import { PushSection } from './push-section.tsx'
import { useHooks, useRenewHooks } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'
import type { ShownSecret } from './secret-section.tsx'
import { useLingering } from './use-lingering.ts'

export function NoticeTab() {
  const hooks = useHooks()
  if (hooks.data) return <Hooks hooks={hooks.data.list} />
  if (hooks.isError) return <ErrorState error={hooks.error} retry={() => void hooks.refetch()} />
  return <Bones />
}

function Hooks({ hooks }: { hooks: readonly Webhook[] }) {
  const [params, setParams] = useSearchParams()
  const { role } = usePermission()
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const [leaving, setLeaving] = useState<Webhook | null>(null)
  const byId = (id: string | null) => hooks.find(hook => hook.id === id) ?? null
  const edited = params.get('edit') === NEW ? 'new' : byId(params.get('edit'))
  const open = (what: NoticeOpen) => setParams(noticeParams(what))
  const scopeOf = ({ mailboxAddress }: Webhook) => {
    if (mailboxAddress !== null) return mailboxAddress
    return role === 'mailbox' ? '这个邮箱' : '全部邮箱'
  }
  const add = (
    <ButtonLink kind="primary" icon={<Plus aria-hidden />} to={{ search: noticeSearch({ edit: NEW }) }}>
      添加通知
    </ButtonLink>
  )
  return (
    <>
      <PushSection />
      {hooks.length === 0 ? (
        <div className={styles.empty}>
          <Empty
            drawing={<Drawing of="bells" />}
            text="来信时马上告诉你：发到企业微信、钉钉、飞书的群，推到手机上的 Bark、Server酱、Telegram，或者通知自己的程序。有验证码就写在最前面。"
          >
            {add}
          </Empty>
        </div>
      ) : (
        <>
          <header className={styles.head}>
            <BellRing aria-hidden />
            <p className="grow">来信时告诉这些地方，验证码写在最前面。</p>
            {add}
          </header>
          <ul aria-label="通知">
            {hooks.map(hook => (
              <HookRow
                key={hook.id}
                hook={hook}
                scope={scopeOf(hook)}
                onEdit={() => open({ edit: hook.id })}
                onDelete={() => setLeaving(hook)}
              />
            ))}
          </ul>
        </>
      )}
      <HookDrawer
        hook={edited}
        mailboxName={edited === null || edited === 'new' ? undefined : (edited.mailboxAddress ?? undefined)}
        onClose={() => open(null)}
        onSecret={setSecret}
      />
      <LogDrawer hook={byId(params.get('log'))} onClose={() => open(null)} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <DeleteDialog hook={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

function DeleteDialog({ hook, onClose }: { hook: Webhook | null; onClose: () => void }) {
  const renew = useRenewHooks()
  const { shown } = useLingering(hook)
  if (shown === null) return null
  return (
    <LossDialog
      open={hook !== null}
      title={`删除“${shown.name}”？`}
      action="删除"
      onClose={onClose}
      onConfirm={async () => {
        await api.delWebhook({ body: { ids: [shown.id] } })
        await renew()
        showToast(`已删除“${shown.name}”`)
      }}
    >
      <p className="muted">
        不再往 <span className="mono">{hostOf(shown.url)}</span>{' '}
        发通知，它的发送记录一起删除，还没送到的也不再送。只想停一阵，把开关关掉就行。
      </p>
    </LossDialog>
  )
}
