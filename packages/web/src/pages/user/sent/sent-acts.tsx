/**
 * The actions on a sent mail: take it back, try again, send it anew. Each appears only when it makes sense.
 */
import type { SentDetail } from '@yanshu/contract'
import { Ban, PencilLine, RotateCw, SendHorizontal, Undo2, UserX } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useCompose } from '../../../compose/use-compose.ts'
import { useMailSource } from '../../../mail/source.tsx'
import { Button } from '../../../ui/button.tsx'
import { showError, showToast } from '../../../ui/toast.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useRenewSent } from './queries.ts'
import { hasBounced, hasDeferred, isOpen, isScheduled, isWhole } from './sent-state.ts'
import styles from './sent-view.module.css'

export function SentActs({ mail, maySend }: { mail: SentDetail; maySend: boolean }) {
  const { api } = useMailSource()
  const { open } = useCompose()
  const renew = useRenewSent()
  const now = useNow(1_000).getTime()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const run = (act: () => Promise<void>) => () => {
    if (busy) return
    setBusy(true)
    act()
      .catch((error: unknown) => showError(reasonOf(error)))
      .finally(() => {
        setBusy(false)
        void renew()
      })
  }
  const takeBack = run(async () => {
    const { draftId, left } = await api.cancelSent({ body: { id: mail.id, toDraft: true } })
    if (draftId !== null) open({ kind: 'draft', of: draftId }, true)
    else showToast(`${left} 个收件人已经发出，其余的撤回了`)
  })
  const retry = run(async () => {
    const { queued } = await api.retrySent({ body: { id: mail.id } })
    showToast(queued > 0 ? '马上就发' : '没有在等的收件人')
  })
  const anew = (onlyBounced: boolean) =>
    run(async () => {
      const { draft } = await api.editSentAsNew({ body: { id: mail.id, onlyBounced } })
      open({ kind: 'draft', of: draft.id })
    })
  const cancel = async () => {
    const { left } = await api.cancelSent({ body: { id: mail.id } })
    showToast(left > 0 ? `已取消，${left} 个收件人已经发出` : '已取消')
    void renew()
  }
  const whole = isWhole(mail)
  const scheduled = isScheduled(mail, now)
  return (
    <div className={styles.acts}>
      {whole && maySend && (
        <Button size="small" busy={busy} icon={<Undo2 aria-hidden />} onClick={takeBack}>
          {scheduled ? '取消定时，放回草稿' : '撤回，放回草稿'}
        </Button>
      )}
      {scheduled && (
        <Button size="small" busy={busy} icon={<SendHorizontal aria-hidden />} onClick={retry}>
          现在就发
        </Button>
      )}
      {hasDeferred(mail) && (
        <Button size="small" busy={busy} icon={<RotateCw aria-hidden />} onClick={retry}>
          现在重试
        </Button>
      )}
      {hasBounced(mail) && maySend && (
        <Button size="small" busy={busy} icon={<UserX aria-hidden />} onClick={anew(true)}>
          重发给退信的人
        </Button>
      )}
      {isOpen(mail) && !whole && (
        <Button size="small" busy={busy} icon={<Ban aria-hidden />} onClick={() => setAsking(true)}>
          取消发送
        </Button>
      )}
      {!whole && maySend && (
        <Button size="small" busy={busy} icon={<PencilLine aria-hidden />} onClick={anew(false)}>
          再次编辑发送
        </Button>
      )}
      <LossDialog
        open={asking}
        title="不再发给剩下的人？"
        action="取消发送"
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      >
        还在等的收件人不会再收到这封信；已经送达的不受影响。
      </LossDialog>
    </div>
  )
}
