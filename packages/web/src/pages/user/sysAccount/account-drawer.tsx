/** The drawer that makes or changes a system account. */
import type { SysAccount } from '@yanshu/contract'
import { Form } from 'antd'
import { useId } from 'react'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { useSubmit } from '../../../ui/form.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './account-form.module.css'
import { AccountForm, type AccountValues, abilitySetOf, newAccount, valuesOf } from './account-form.tsx'
import { changedFields } from './changed-fields.ts'
import { LoginActions } from './login-actions.tsx'
import { useRenew } from './queries.ts'

type OnPassword = (shown: { name: string; password: string }) => void
type AccountDrawerProps = { account: SysAccount | 'new' | null; onClose: () => void; onPassword: OnPassword }

export function AccountDrawer({ account, onClose, onPassword }: AccountDrawerProps) {
  return (
    <FormDrawer
      open={account !== null}
      onClose={onClose}
      title={account === 'new' ? '新建账号' : '编辑账号'}
      size={560}
      bare
    >
      {account !== null && <Editor account={account} onClose={onClose} onPassword={onPassword} />}
    </FormDrawer>
  )
}

function Editor({
  account,
  onClose,
  onPassword,
}: {
  account: SysAccount | 'new'
  onClose: () => void
  onPassword: OnPassword
}) {
  const [form] = Form.useForm<AccountValues>()
  const formId = useId()
  const renew = useRenew()
  const isNew = account === 'new'
  const { submit, busy, failure } = useSubmit(form, async ({ password, can, ...values }) => {
    const body = { ...values, note: values.note ?? '', can: abilitySetOf(can) }
    if (isNew) {
      const made = await api.createSysAccount({ body: { ...body, ...(password && { password }) } })
      onPassword({ name: made.account.username, password: made.password })
    } else {
      await api.editSysAccount({ body: { id: account.id, ...changedFields(account, body) } })
      showToast('已保存')
    }
    await renew()
    onClose()
  })
  return (
    <div className={styles.editor}>
      <div className={styles.scroll}>
        <AccountForm
          form={form}
          id={formId}
          initial={isNew ? newAccount : valuesOf(account)}
          isNew={isNew}
          onFinish={submit}
        />
        {!isNew && <LoginActions account={account} onPassword={onPassword} />}
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <Button kind="quiet" onClick={onClose}>
          {isNew ? '不建了' : '不改了'}
        </Button>
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          {isNew ? '新建' : '保存'}
        </Button>
      </div>
    </div>
  )
}
