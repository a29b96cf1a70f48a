import type { PlanRow } from '@yanshu/contract'
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { api } from '../../api/index.ts'
import { LossDialog } from '../../api/loss-dialog.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { yuanText } from '../../ui/money.ts'
import { Bones, Empty } from '../../ui/states.tsx'
import { showError, showToast } from '../../ui/toast.ts'
import { rightsText, roomText, termText } from '../goods/words.ts'
import { PlanDialog } from './plan-dialog.tsx'
import styles from './plans.module.css'
import { usePlans, useRenewCatalogue } from './queries.ts'

type Editing = { plan: PlanRow | null }

/** The plans of a domain, in the order of the store from left to right. */
export function PlanList({ domainId }: { domainId: string }) {
  const { data: plans, error, refetch } = usePlans(domainId)
  const renew = useRenewCatalogue()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [losing, setLosing] = useState<PlanRow | null>(null)
  const [busy, setBusy] = useState(false)
  const change = async (id: string, what: { position: number } | { onSale: boolean }, says: string) => {
    if (busy) return
    setBusy(true)
    try {
      await api.editPlan({ body: { id, ...what } })
      await renew()
      showToast(says)
    } catch (failure) {
      showError(reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.part} aria-label="套餐">
      <header className={styles.head}>
        <h2>套餐</h2>
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => setEditing({ plan: null })}>
          加一个套餐
        </Button>
      </header>
      {!plans && !error && <Bones lines={4} />}
      {!plans && error && <ErrorState error={error} retry={() => void refetch()} />}
      {plans?.length === 0 && (
        <Empty
          drawing={<Drawing of="plans" />}
          text="还没有套餐。加一个，比如“一年，¥24”，商店里就有东西卖了。"
        />
      )}
      {plans && plans.length > 0 && (
        <ul className={styles.plans}>
          {plans.map((plan, at) => (
            <li key={plan.id} className={cx(!plan.onSale && styles.off)}>
              <div className={styles.what}>
                <b>
                  {plan.name}
                  {plan.recommended && <span className={styles.tag}>多数人选</span>}
                  {!plan.onSale && <span className={styles.tag}>没有上架</span>}
                </b>
                <small>
                  {[termText(plan.days), roomText(plan.quotaMb), rightsText(plan.maySend), plan.hint]
                    .filter(Boolean)
                    .join('，')}
                </small>
              </div>
              <div className={styles.price}>
                <b>{yuanText(plan.price)}</b>
                <small>续费 {yuanText(plan.renewPrice)}</small>
              </div>
              <span className={styles.sold}>卖出 {plan.sold.toLocaleString('zh-CN')}</span>
              <span className={styles.acts}>
                <IconButton
                  small
                  label={`${plan.name}往前`}
                  disabled={at === 0}
                  onClick={() => void change(plan.id, { position: at - 1 }, '已排到前面')}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  small
                  label={`${plan.name}往后`}
                  disabled={at === plans.length - 1}
                  onClick={() => void change(plan.id, { position: at + 1 }, '已排到后面')}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton
                  small
                  label={plan.onSale ? `${plan.name}下架` : `${plan.name}上架`}
                  onClick={() =>
                    void change(plan.id, { onSale: !plan.onSale }, plan.onSale ? '已下架' : '已上架')
                  }
                >
                  {plan.onSale ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
                </IconButton>
                <IconButton small label={`改${plan.name}`} onClick={() => setEditing({ plan })}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton small label={`删除${plan.name}`} onClick={() => setLosing(plan)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PlanDialog
        domainId={domainId}
        open={editing !== null}
        plan={editing?.plan ?? null}
        onClose={() => setEditing(null)}
      />
      <LossDialog
        open={losing !== null}
        title={`删除套餐“${losing?.name ?? ''}”？`}
        action="删除"
        onClose={() => setLosing(null)}
        onConfirm={async () => {
          if (!losing) return
          await api.delPlan({ body: { id: losing.id } })
          await renew()
          showToast('已删除')
        }}
      >
        <p className="muted">商店里不再有它。已经下的订单和开通的邮箱不受影响。只想停卖的话，下架就行。</p>
      </LossDialog>
    </section>
  )
}
