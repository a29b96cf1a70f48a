/** Deleting several: asked once, done in portions, taken back as long as it can be. */

import { api } from '../../../api/index.ts'
import { LossDialog } from '../../../ui/loss-dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { slices, usePortions } from '../../../ui/run-portions.ts'
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

const PORTION = 100

export function DeleteDialog({ asked, forGood, onDone, onUndo, onClose }: DeleteDialogProps) {
  const { progress, run, stop } = usePortions()

  async function remove(target: BatchTarget): Promise<void> {
    const gone: string[] = []
    let restorable = false
    const parts = 'ids' in target ? slices(target.ids, PORTION) : []
    await run(sizeOf(target), async () => {
      // Of a filter the first page each time: what was deleted is no longer on it.
      const ids =
        'ids' in target
          ? (parts.shift() ?? [])
          : (await api.getEmailAccount({ query: { ...target.filter, pageSize: PORTION } })).list.map(
              row => row.id,
            )
      if (ids.length === 0) return { done: 0, more: false }
      const { restorableUntil } = await api.delEmailAccount({ body: { ids, keep: !forGood } })
      restorable = restorableUntil !== null
      gone.push(...ids)
      return { done: ids.length, more: 'ids' in target ? parts.length > 0 : ids.length === PORTION }
    })
    await onDone()
    const said = `已删除 ${gone.length.toLocaleString('zh-CN')} 个`
    if (restorable && gone.length <= 1000) showUndo(said, () => onUndo(gone))
    else showToast(restorable ? `${said}，可在“最近删除”里恢复` : said)
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
      {progress && <ProgressBar says="正在删除" progress={progress} onStop={stop} />}
    </LossDialog>
  )
}
