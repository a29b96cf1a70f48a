/** Making accounts: the form, how far it is, and the passwords, which are shown this once. */
import { Form } from 'antd'
import { useId, useState } from 'react'
import { LimitLine } from '../../../account/limits/limit-line.tsx'
import { useLimit } from '../../../account/limits/use-limits.ts'
import { excessText } from '../../../account/limits/words.ts'
import { usePermission } from '../../../account/permission.ts'
import { isApiError } from '../../../api/api-error.ts'
import { clearErrors, useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import styles from '../../../mail/jobs/drawer.module.css'
import { type Made, MadeAccounts, type NotMade } from '../../../mail/jobs/made-accounts.tsx'
import { useShowJob } from '../../../mail/jobs/queries.ts'
import { ReleaseName } from '../../../mail/jobs/release-name.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { addressOf, MakeForm, type MakeMode, type MakeValues, newValues, orderOf } from './make-form.tsx'
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

/** So many are made while one waits. */
const AT_ONCE = 100

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
  const showJob = useShowJob()
  const watched = Form.useWatch<MakeValues | undefined>([], form)
  const values: MakeValues = { ...newValues, ...watched }
  const ruled = domains === null || domains.has(values.domain)
  const order = orderOf(mode, values, ruled, isAdmin)
  const excess = excessText(useLimit('mailboxes'), order.count)
  const [resting, setResting] = useState<string | null>(null)
  const { submit, busy, failure } = useSubmit(form, async () => {
    setResting(null)
    const result: Result = {
      made: [],
      failed: [...order.refused],
    }
    onBusy(true)
    try {
      const { names, random } = order
      const body = { ...order.common, ...(random > 0 ? { random, style: values.style } : { names }) }
      // The results of a job survive a broken connection and a closed page.
      const asJob = order.count > AT_ONCE && { job: true as const }
      const { list, failed, jobId } = await api.createEmailAccount({ body: { ...body, ...asJob } })
      if (jobId !== undefined) return showJob(jobId)
      result.made.push(...list)
      result.failed.push(...failed)
    } catch (error) {
      if (isApiError(error, 'limitReached')) await renew()
      if (isAdmin && isApiError(error, 'addressResting')) setResting(addressOf(values))
      throw error
    } finally {
      onBusy(false)
    }
    onResult(result)
    await renew()
  })
  return (
    <div className={styles.drawer}>
      <div className={styles.scroll}>
        <MakeForm
          form={form}
          id={formId}
          mode={mode}
          values={values}
          ruled={ruled}
          // It is about the name that was refused, not about what stands there now.
          release={
            resting !== null &&
            resting === addressOf(values) && (
              <ReleaseName
                address={resting}
                onReleased={() => {
                  setResting(null)
                  clearErrors(form, ['names'])
                }}
              />
            )
          }
          onFinish={submit}
        />
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <LimitLine name="mailboxes" wanted={order.count} />
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
            disabledReason={order.count === 0 ? '先填名字' : values.domain === '' ? '先选域名' : excess}
          >
            {mode === 'one' ? '新建' : `新建 ${order.count.toLocaleString('zh-CN')} 个`}
          </Button>
        </div>
      </div>
    </div>
  )
}
