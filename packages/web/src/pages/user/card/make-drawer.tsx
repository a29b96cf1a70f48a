/** Making a batch: the form, the wait, and the codes, which are shown this once. */
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Drawer, Form } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { useSubmit } from '../../../ui/form.ts'
import type { Ordered } from './codes-file.ts'
import { MadeCodes } from './made-codes.tsx'
import styles from './make-drawer.module.css'
import { MakeForm } from './make-form.tsx'
import { bodyOf, type MakeValues, newBatch, orderOf, worthOf } from './make-values.ts'
import { useRenew } from './queries.ts'
import { kindNames, termsText } from './words.ts'

export type Made = AnswerOf<Calls['createCard']> & { ordered: Ordered }

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
    <Drawer
      open={open || made !== null}
      onClose={onClose}
      title={made === null ? '制作卡密' : `做好了 ${made.codes.length.toLocaleString('zh-CN')} 张`}
      size={560}
      closable={!held}
      mask={{ closable: !held }}
      keyboard={!held}
      styles={{ wrapper: { maxWidth: '100%' }, body: { padding: 0 } }}
      destroyOnHidden
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
    </Drawer>
  )
}

function Maker(props: {
  onBusy: (busy: boolean) => void
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const [form] = Form.useForm<MakeValues>()
  const formId = useId()
  const renew = useRenew()
  const values = { ...newBatch, ...Form.useWatch<MakeValues | undefined>([], form) }
  const { submit, busy, failure } = useSubmit(form, async () => {
    const body = bodyOf(values)
    props.onBusy(true)
    try {
      const { batchId, codes, kept } = await api.createCard({ body })
      props.onMade({ batchId, codes, kept, ordered: orderOf(values) })
    } finally {
      props.onBusy(false)
    }
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
        {busy ? (
          <div className={styles.wait} role="status">
            <span className="small muted">正在制作 {count} 张，请不要关掉页面</span>
            <progress aria-label="正在制作" />
          </div>
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
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            制作 {count} 张
          </Button>
        </div>
      </div>
    </div>
  )
}
