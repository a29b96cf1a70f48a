/** Deleting several: asked once, many by a job, a few taken back as long as it can be. */

import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useShowJob } from '../../../mail/jobs/queries.ts'
import { showToast, showUndo } from '../../../ui/toast.ts'
import { type BatchTarget, sizeOf } from './batch-dialog.tsx'

type DeleteDialogProps = {
  asked: { target: BatchTarget; name: string } | null
  /** From the deleted ones: there is no way back. */
  forGood: boolean
  onDone: () => Promise<void>
  onUndo: (ids: string[]) => void
  onClose: () => void
}

/** So many are deleted while one waits. */
const AT_ONCE = 100

export function DeleteDialog({ asked, forGood, onDone, onUndo, onClose }: DeleteDialogProps) {
  const showJob = useShowJob()

  async function remove(target: BatchTarget): Promise<void> {
    const isMany = sizeOf(target) > AT_ONCE || !('ids' in target)
    const { jobId, restorableUntil, deleted } = await api.delEmailAccount({
      body: {
        ...('ids' in target ? { ids: target.ids } : { filter: target.filter }),
        keep: !forGood,
        ...(isMany && { job: true as const }),
      },
    })
    await onDone()
    if (jobId !== undefined) return showJob(jobId)
    const said = `已删除 ${deleted.toLocaleString('zh-CN')} 个`
    if (restorableUntil !== null && 'ids' in target) showUndo(said, () => onUndo(target.ids))
    else showToast(said)
  }

  return (
    <LossDialog
      open={asked !== null}
      title={`${forGood ? '彻底删除' : '删除'}${asked?.name ?? ''}？`}
      action={forGood ? '彻底删除' : '删除'}
      onClose={onClose}
      onConfirm={async () => {
        if (asked) await remove(asked.target)
      }}
    >
      <p className="muted">
        {forGood
          ? '邮箱和其中的邮件都会消失，不能恢复，名字也会空出来。'
          : '马上停止收信，登录着的会退出。邮箱和邮件先放在“最近删除”里，期限内可以恢复；过后一起消失。'}
      </p>
    </LossDialog>
  )
}
