/** Changing many at once: which fields, what that would change, and then how far it is. */
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { MadeAccounts } from '../../../mail/jobs/made-accounts.tsx'
import { useShowJob } from '../../../mail/jobs/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import {
  type BatchChange,
  type BatchField,
  BatchFields,
  changeFault,
  isEmptyChange,
  startOf,
} from './batch-fields.tsx'
import { BatchPreview, type Preview } from './batch-preview.tsx'
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

/** So many are changed while one waits. */
const AT_ONCE = 200

type Passwords = { address: string; password: string }[]

function Changing({ start, target, onHeld, onDone, onClose }: ChangingProps) {
  // The selection from when the dialog opened; the table behind it may change.
  const [fixed] = useState(target)
  const [fields, setFields] = useState(start)
  const [change, setChange] = useState<BatchChange>(() => startOf(start))
  const [preview, setPreview] = useState<Preview | null>(null)
  const [passwords, setPasswords] = useState<Passwords | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const showJob = useShowJob()

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

  /** A small change runs at once while the person waits; a larger one is a job. */
  async function write(): Promise<void> {
    const isMany = sizeOf(fixed) > AT_ONCE
    const body = {
      ...selectionOf(fixed),
      ...change,
      ...(isMany ? { job: true as const } : { limit: AT_ONCE }),
    }
    onHeld(true)
    let made: Passwords = []
    try {
      const answer = await api.batchEditEmailAccount({ body })
      if (answer.jobId !== undefined) {
        await onDone()
        onClose()
        showJob(answer.jobId)
        return
      }
      made = answer.passwords
      if (made.length > 0) setPasswords(made)
      await onDone()
      showToast(`已修改 ${answer.changed.toLocaleString('zh-CN')} 个`)
    } finally {
      onHeld(made.length > 0)
    }
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
      <div className={styles.buttons}>
        <span className="grow" />
        <Button kind="quiet" onClick={preview === null ? onClose : () => setPreview(null)}>
          {preview === null ? '不改了' : '回去改'}
        </Button>
        {preview === null ? (
          <Button
            kind="primary"
            busy={busy}
            disabledReason={isEmptyChange(change) ? '先选要改的内容' : changeFault(change)}
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
    </>
  )
}

const selectionOf = (target: BatchTarget) =>
  'ids' in target ? { ids: target.ids } : { filter: target.filter }
