/** Making a batch: the form, how far it is, and the codes, which are shown this once. */
import { Form } from 'antd'
import { useId, useState } from 'react'
import { LimitLine } from '../../../account/limits/limit-line.tsx'
import { useLimit, useRenewLimits } from '../../../account/limits/use-limits.ts'
import { excessText } from '../../../account/limits/words.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { usePortions } from '../../../ui/run-portions.ts'
import { type Made, MadeCodes } from './made-codes.tsx'
import styles from './make-drawer.module.css'
import { MakeForm } from './make-form.tsx'
import { bodyOf, type MakeValues, newBatch, orderOf, worthOf } from './make-values.ts'
import { useRenew } from './queries.ts'
import { kindNames, termsText } from './words.ts'

type MakeDrawerProps = {
  open: boolean
  /** Kept outside, so that going back in the browser does not throw the codes away. */
  made: Made | null
  onMade: (made: Made | null) => void
  onClose: () => void
}

export function MakeDrawer({ open, made, onMade, onClose }: MakeDrawerProps) {
  const [busy, setBusy] = useState(false)
  const held = busy || made !== null
  return (
    <FormDrawer
      open={open || made !== null}
      onClose={onClose}
      title={made === null ? '制作卡密' : `做好了 ${made.codes.length.toLocaleString('zh-CN')} 张`}
      size={560}
      held={held}
      bare
    >
      {made === null ? (
        <Maker onBusy={setBusy} onMade={onMade} onClose={onClose} />
      ) : (
        <MadeCodes
          made={made}
          onClose={() => {
            onMade(null)
            onClose()
          }}
        />
      )}
    </FormDrawer>
  )
}

/** Short enough that a stop is soon heard, long enough that ten thousand take ten. */
const PORTION = 1000

function Maker(props: {
  onBusy: (busy: boolean) => void
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const [form] = Form.useForm<MakeValues>()
  const formId = useId()
  const renew = useRenew()
  const values = { ...newBatch, ...Form.useWatch<MakeValues | undefined>([], form) }
  const { progress, run, stop } = usePortions()
  const wanted = values.count ?? 0
  const excess = excessText(useLimit('cards'), wanted)
  const renewLimits = useRenewLimits()
  const { submit, busy, failure } = useSubmit(form, async () => {
    const { count, ...body } = bodyOf(values)
    // Mailboxes that are set aside are shared out by the server, over all of the codes.
    const portion = values.kind === 'given' ? count : PORTION
    const codes: string[] = []
    let batchId: string | undefined
    let short: string | null = null
    let kept = true
    props.onBusy(true)
    try {
      await run(count, async () => {
        const next = Math.min(portion, count - codes.length)
        const order = { ...body, count: next, ...(batchId !== undefined && { batchId }) }
        const made = await api.createCard({ body: order })
        batchId = made.batchId
        codes.push(...made.codes)
        // The setting may have been changed on the way: what was not kept counts.
        kept = kept && made.kept
        return { done: next, more: codes.length < count }
      })
      if (codes.length < count) short = '你停下了'
    } catch (error) {
      // Codes that were made before the failure are shown only here.
      if (batchId === undefined) throw error
      short = messageOf(error)
    } finally {
      props.onBusy(false)
      void renewLimits()
    }
    if (batchId !== undefined) props.onMade({ batchId, codes, kept, ordered: orderOf(values), short })
    await renew()
  })
  const count = values.count?.toLocaleString('zh-CN') ?? ''
  const worth = worthOf(values)
  return (
    <div className={styles.drawer}>
      <div className={styles.scroll}>
        <MakeForm form={form} id={formId} kind={values.kind} onFinish={submit} />
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <LimitLine name="cards" wanted={progress ? 0 : wanted} />
        {progress ? (
          <ProgressBar says="正在制作" progress={progress} onStop={stop} />
        ) : (
          <p className="small muted">
            {kindNames[worth.kind]}，{termsText(worth)}
          </p>
        )}
        <div className={styles.buttons}>
          <span className="grow" />
          {!busy && (
            <Button kind="quiet" onClick={props.onClose}>
              不做了
            </Button>
          )}
          <Button
            kind="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabledReason={busy ? null : excess}
          >
            制作 {count} 张
          </Button>
        </div>
      </div>
    </div>
  )
}
