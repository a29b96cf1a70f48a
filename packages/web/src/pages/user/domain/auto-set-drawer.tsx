/** Setting records through a provider: choose it, see every change, write, and take it back. */
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './auto-set-drawer.module.css'
import { ChangeList } from './change-list.tsx'
import { type Access, ProviderForm } from './provider-form.tsx'
import type { DomainDetail } from './queries.ts'
import { providerNames } from './words.ts'

type AutoSetDrawerProps = {
  /** The mode in which it was opened; null while it is closed. */
  open: 'set' | 'undo' | null
  detail: DomainDetail
  onClose: () => void
  onDone: () => void
}

export function AutoSetDrawer({ open, detail, onClose, onDone }: AutoSetDrawerProps) {
  return (
    <FormDrawer
      open={open !== null}
      onClose={onClose}
      title={open === 'undo' ? '撤回上次设置' : '自动设置'}
      size={600}
      bare
    >
      {open === 'set' && <SetSteps detail={detail} onDone={onDone} />}
      {open === 'undo' && <UndoStep detail={detail} onDone={onDone} />}
    </FormDrawer>
  )
}

/** Does one thing at a time and keeps the words when it fails. */
function useWork() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    work()
      .catch((error: unknown) => setFailure(messageOf(error)))
      .finally(() => setBusy(false))
  }
  return { busy, failure, setFailure, run }
}

type Plan = Awaited<ReturnType<typeof api.setDNS>>

function SetSteps({ detail, onDone }: { detail: DomainDetail; onDone: () => void }) {
  const { domain, remembered } = detail
  const { busy, failure, setFailure, run } = useWork()
  const [access, setAccess] = useState<Access | null>(null)
  const [plan, setPlan] = useState<Plan | null>(null)
  const [skip, setSkip] = useState<ReadonlySet<number>>(new Set())

  const makePlan = async (given: Access) => {
    const { provider, credentials, remember } = given
    const made = await api.setDNS({
      body: { id: domain.id, step: 'plan', provider, remember, ...(credentials && { credentials }) },
    })
    setAccess(given)
    setSkip(new Set())
    setPlan(made)
  }
  const apply = () =>
    run(async () => {
      if (!plan) return
      await api.setDNS({
        body: {
          id: domain.id,
          step: 'apply',
          planId: plan.planId,
          skip: [...skip],
          ...(access?.credentials && { credentials: access.credentials }),
        },
      })
      showToast('已写入，正在重新检查')
      onDone()
    })

  if (plan === null)
    return (
      <ProviderForm domain={domain.name} remembered={remembered} action="看看要改什么" onSubmit={makePlan} />
    )
  const left = plan.changes.length - skip.size
  return (
    <div className={styles.steps}>
      <div className={styles.scroll}>
        {plan.changes.length === 0 ? (
          <p className="muted">能自动写的记录都已经设好，没有要改的。</p>
        ) : (
          <>
            <p className={styles.lead}>
              在{access && providerNames[access.provider]}要改 {plan.changes.length}{' '}
              条。不在这里的记录一条都不会动；不想改的取消勾选。
            </p>
            <ChangeList
              changes={plan.changes}
              skip={skip}
              onSkip={(index, off) =>
                setSkip(known => {
                  const next = new Set(known)
                  if (off) next.add(index)
                  else next.delete(index)
                  return next
                })
              }
            />
          </>
        )}
        {plan.leftOut.map(({ name, type, reason }) => (
          <p key={`${name} ${type}`} className="small muted">
            没有写 <code className="mono">{name}</code> 的 {type} 记录：{reason}。
          </p>
        ))}
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <Button
          kind="quiet"
          onClick={() => {
            setFailure(null)
            setPlan(null)
          }}
        >
          上一步
        </Button>
        {plan.changes.length > 0 && (
          <Button
            kind="primary"
            busy={busy}
            disabledReason={left === 0 ? '至少勾选一条' : null}
            onClick={apply}
          >
            写入 {left} 条
          </Button>
        )}
      </div>
    </div>
  )
}

function UndoStep({ detail, onDone }: { detail: DomainDetail; onDone: () => void }) {
  const { plan, domain } = detail
  const { busy, failure, run } = useWork()
  if (!plan) return null
  const undo = async (credentials: Access['credentials']) => {
    await api.setDNS({
      body: { id: domain.id, step: 'undo', planId: plan.planId, ...(credentials && { credentials }) },
    })
    showToast('已撤回，记录和设置之前一样')
    onDone()
  }
  const changes = (
    <>
      <p className={styles.lead}>
        在{providerNames[plan.provider]}写过的 {plan.changes.length} 条会改回原样；之后又被改过的不会动。
      </p>
      <ChangeList changes={plan.changes} undo />
    </>
  )
  if (!plan.remembered)
    return (
      <ProviderForm
        domain={domain.name}
        remembered={null}
        only={plan.provider}
        action="撤回"
        onSubmit={({ credentials }) => undo(credentials)}
      >
        {changes}
      </ProviderForm>
    )
  return (
    <div className={styles.steps}>
      <div className={styles.scroll}>{changes}</div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <Button kind="primary" busy={busy} onClick={() => run(() => undo(undefined))}>
          撤回
        </Button>
      </div>
    </div>
  )
}
