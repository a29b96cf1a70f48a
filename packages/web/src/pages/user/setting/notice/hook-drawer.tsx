/** The drawer that adds or changes a notification address. */
import type { Webhook } from '@yanshu/contract'
import { Form } from 'antd'
import { useId } from 'react'
import { useSubmit } from '../../../../api/form.ts'
import { api } from '../../../../api/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Failure } from '../../../../ui/failure.tsx'
import { FormDrawer } from '../../../../ui/form-drawer.tsx'
import { showToast } from '../../../../ui/toast.ts'
import styles from './hook-drawer.module.css'
import { HookForm } from './hook-form.tsx'
import { bodyToAdd, bodyToEdit, type HookValues, isChange, newHook, valuesOf } from './hook-values.ts'
import { useRenewHooks } from './queries.ts'
import { SecretSection, type ShownSecret } from './secret-section.tsx'
import { useLingering } from './use-lingering.ts'

/** A secret that can be seen this once, and whose it is. */

type EditorProps = {
  hook: Webhook | 'new'
  mailboxName: string | undefined
  onClose: () => void
  onSecret: (shown: ShownSecret) => void
}

export function HookDrawer({ hook, ...rest }: Omit<EditorProps, 'hook'> & { hook: Webhook | 'new' | null }) {
  const { shown, turn } = useLingering(hook)
  return (
    <FormDrawer
      open={hook !== null}
      onClose={rest.onClose}
      title={shown === 'new' ? '添加通知' : '编辑通知'}
      size={520}
      bare
    >
      {shown !== null && <Editor key={turn} hook={shown} {...rest} />}
    </FormDrawer>
  )
}

function Editor({ hook, mailboxName, onClose, onSecret }: EditorProps) {
  const [form] = Form.useForm<HookValues>()
  const formId = useId()
  const renew = useRenewHooks()
  const isNew = hook === 'new'
  const { submit, busy, failure } = useSubmit(form, async values => {
    const saved = await save(hook, values)
    if (saved?.secret && saved.webhook.kind === 'generic') {
      onSecret({ name: saved.webhook.name, secret: saved.secret })
    } else if (saved) showToast(isNew ? '已添加，发一次测试看看' : '已保存')
    await renew()
    onClose()
  })
  return (
    <div className={styles.editor}>
      <div className={styles.scroll}>
        <HookForm
          form={form}
          id={formId}
          initial={isNew ? newHook : valuesOf(hook)}
          mailboxName={mailboxName}
          onFinish={submit}
        />
        {!isNew && hook.kind === 'generic' && <SecretSection hook={hook} onSecret={onSecret} />}
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <Button kind="quiet" onClick={onClose}>
          {isNew ? '不加了' : '不改了'}
        </Button>
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          {isNew ? '添加' : '保存'}
        </Button>
      </div>
    </div>
  )
}

async function save(hook: Webhook | 'new', values: HookValues) {
  if (hook === 'new') return api.addWebhook({ body: bodyToAdd({ ...newHook, ...values }) })
  const body = bodyToEdit(hook, { ...valuesOf(hook), ...values })
  return isChange(body) ? api.editWebhook({ body }) : null
}
