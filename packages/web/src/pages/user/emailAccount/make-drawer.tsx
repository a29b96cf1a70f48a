/** Making accounts: the form, how far it is, and the passwords, which are shown this once. */
import { Form } from 'antd'
import { useId, useState } from 'react'
import { usePermission } from '../../../account/permission.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { useSubmit } from '../../../ui/form.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { slices, usePortions } from '../../../ui/run-portions.ts'
import styles from './drawer.module.css'
import { type Made, MadeAccounts, type NotMade } from './made-accounts.tsx'
import { MakeForm, type MakeMode, type MakeValues, newValues, orderOf } from './make-form.tsx'
import { useRenew, useRuledDomains } from './queries.ts'

export type { MakeMode } from './make-form.tsx'

type Result = { made: Made[]; failed: NotMade[] }

export function MakeDrawer({ mode, onClose }: { mode: MakeMode | null; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const held = busy || (result !== null && result.made.length > 0)
  const title = mode === 'many' ? '批量新建' : '新建邮箱'
  return (
    <FormDrawer
      open={mode !== null || result !== null}
      onClose={onClose}
      title={result === null ? title : `建好了 ${result.made.length.toLocaleString('zh-CN')} 个`}
      size={560}
      held={held}
      bare
    >
      {result === null ? (
        mode && <Maker mode={mode} onBusy={setBusy} onResult={setResult} onClose={onClose} />
      ) : (
        <MadeAccounts
          title="邮箱和密码"
          {...result}
          onClose={() => {
            setResult(null)
            onClose()
          }}
        />
      )}
    </FormDrawer>
  )
}

const PORTION = 200

type MakerProps = {
  mode: MakeMode
  onBusy: (busy: boolean) => void
  onResult: (result: Result) => void
  onClose: () => void
}

function Maker({ mode, onBusy, onResult, onClose }: MakerProps) {
  const [form] = Form.useForm<MakeValues>()
  const formId = useId()
  const renew = useRenew()
  const isAdmin = usePermission().role === 'admin'
  const domains = useRuledDomains()
  const { progress, run, stop } = usePortions()
  const watched = Form.useWatch<MakeValues | undefined>([], form)
  const values: MakeValues = { ...newValues, ...watched }
  const ruled = domains === null || domains.has(values.domain)
  const order = orderOf(mode, values, ruled, isAdmin)
  const { submit, busy, failure } = useSubmit(form, async () => {
    const result: Result = {
      made: [],
      failed: [...order.refused],
    }
    const parts = slices(order.names, PORTION)
    let left = order.random
    onBusy(true)
    try {
      await run(order.count, async () => {
        const names = parts.shift()
        const random = Math.min(left, PORTION)
        const body = { ...order.common, ...(names ? { names } : { random, style: values.style }) }
        const { list, failed } = await api.createEmailAccount({ body })
        result.made.push(...list)
        result.failed.push(...failed)
        left -= names ? 0 : random
        return { done: names?.length ?? random, more: parts.length > 0 || left > 0 }
      })
    } catch (error) {
      // What was made before it failed has passwords that are shown only here.
      if (result.made.length === 0) throw error
      result.failed.push({ address: '其余的', msg: error instanceof Error ? error.message : '没有建成' })
    } finally {
      onBusy(false)
    }
    onResult(result)
    await renew()
  })
  return (
    <div className={styles.drawer}>
      <div className={styles.scroll}>
        <MakeForm form={form} id={formId} mode={mode} values={values} ruled={ruled} onFinish={submit} />
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        {progress && order.count > 1 && <ProgressBar says="正在新建" progress={progress} onStop={stop} />}
        <div className={styles.buttons}>
          <span className="grow" />
          {!busy && (
            <Button kind="quiet" onClick={onClose}>
              不建了
            </Button>
          )}
          <Button
            kind="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabledReason={order.count === 0 ? '先填名字' : null}
          >
            {mode === 'one' ? '新建' : `新建 ${order.count.toLocaleString('zh-CN')} 个`}
          </Button>
        </div>
      </div>
    </div>
  )
}
