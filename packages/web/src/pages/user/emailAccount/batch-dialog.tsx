/** Changing many at once: which fields, what that would change, and then how far it is. */
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { slices, usePortions } from '../../../ui/run-portions.ts'
import { showToast } from '../../../ui/toast.ts'
import { type BatchChange, type BatchField, BatchFields, isEmptyChange, startOf } from './batch-fields.tsx'
import { BatchPreview, type Preview } from './batch-preview.tsx'
import styles from './drawer.module.css'
import { MadeAccounts } from './made-accounts.tsx'
import type { AccountFilter } from './queries.ts'

export type { BatchField } from './batch-fields.tsx'

/** The chosen ones, or all that the filter means. */
export type BatchTarget = { ids: string[] } | { filter: AccountFilter; total: number }

export const sizeOf = (target: BatchTarget): number => ('ids' in target ? target.ids.length : target.total)

type BatchDialogProps = {
  /** The fields to begin with; null while the dialog is closed. */
  fields: BatchField[] | null
  target: BatchTarget
  onDone: () => Promise<void>
  onClose: () => void
}

export function BatchDialog({ fields, target, onDone, onClose }: BatchDialogProps) {
  const [held, setHeld] = useState(false)
  return (
    <FormDialog
      open={fields !== null}
      title={`修改 ${sizeOf(target).toLocaleString('zh-CN')} 个邮箱`}
      footer={null}
      width={560}
      closable={!held}
      mask={{ closable: !held }}
      keyboard={!held}
      onCancel={onClose}
    >
      {fields !== null && (
        <Changing start={fields} target={target} onHeld={setHeld} onDone={onDone} onClose={onClose} />
      )}
    </FormDialog>
  )
}

type ChangingProps = Omit<BatchDialogProps, 'fields'> & {
  start: BatchField[]
  onHeld: (held: boolean) => void
}

const PORTION = 500

type Passwords = { address: string; password: string }[]

function Changing({ start, target, onHeld, onDone, onClose }: ChangingProps) {
  // What was chosen when the dialog opened: the table behind it may go on.
  const [fixed] = useState(target)
  const [fields, setFields] = useState(start)
  const [change, setChange] = useState<BatchChange>(() => startOf(start))
  const [preview, setPreview] = useState<Preview | null>(null)
  const [passwords, setPasswords] = useState<Passwords | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { progress, run, stop } = usePortions()

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const look = () =>
    attempt(async () =>
      setPreview(
        await api.batchEditEmailAccount({ body: { ...selectionOf(fixed), ...change, dryRun: true } }),
      ),
    )

  async function write(): Promise<void> {
    const made: Passwords = []
    let changed = 0
    onHeld(true)
    try {
      await eachPortion(fixed, change, run, answer => {
        changed += answer.changed
        made.push(...answer.passwords)
      })
    } finally {
      onHeld(made.length > 0)
      if (made.length > 0) setPasswords(made)
      await onDone()
    }
    showToast(`已修改 ${changed.toLocaleString('zh-CN')} 个`)
    if (made.length === 0) onClose()
  }

  if (passwords !== null)
    return (
      <MadeAccounts
        title="新密码"
        made={passwords}
        failed={[]}
        onClose={() => {
          onHeld(false)
          onClose()
        }}
      />
    )
  return (
    <>
      {preview === null ? (
        <BatchFields fields={fields} change={change} onFields={setFields} onChange={setChange} />
      ) : (
        <BatchPreview preview={preview} change={change} />
      )}
      <Failure text={failure} />
      {progress ? (
        <ProgressBar says="正在修改" progress={progress} onStop={stop} />
      ) : (
        <div className={styles.buttons}>
          <span className="grow" />
          <Button kind="quiet" onClick={preview === null ? onClose : () => setPreview(null)}>
            {preview === null ? '不改了' : '回去改'}
          </Button>
          {preview === null ? (
            <Button
              kind="primary"
              busy={busy}
              disabledReason={isEmptyChange(change) ? '先选要改的内容' : null}
              onClick={() => void look()}
            >
              看会改动什么
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              disabledReason={preview.changed === 0 ? '没有要改动的' : null}
              onClick={() => void attempt(write)}
            >
              改这 {preview.changed.toLocaleString('zh-CN')} 个
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const selectionOf = (target: BatchTarget) =>
  'ids' in target ? { ids: target.ids } : { filter: target.filter }

type Answer = Awaited<ReturnType<typeof api.batchEditEmailAccount>>

async function eachPortion(
  target: BatchTarget,
  change: BatchChange,
  run: ReturnType<typeof usePortions>['run'],
  take: (answer: Answer) => void,
): Promise<void> {
  const parts = 'ids' in target ? slices(target.ids, PORTION) : []
  let cursor: string | null = null
  await run(sizeOf(target), async () => {
    if ('ids' in target) {
      const ids = parts.shift() ?? []
      take(await api.batchEditEmailAccount({ body: { ids, limit: PORTION, ...change } }))
      return { done: ids.length, more: parts.length > 0 }
    }
    const { filter } = target
    const body = { filter, limit: PORTION, ...change, ...(cursor !== null && { cursor }) }
    const answer: Answer = await api.batchEditEmailAccount({ body })
    take(answer)
    cursor = answer.next
    return { done: Math.min(PORTION, answer.matched), more: answer.next !== null }
  })
}
