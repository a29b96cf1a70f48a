/** The drawer that makes or changes a system account. */
import type { SysAccount } from '@yanshu/contract'
import { Form } from 'antd'
import { useId } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { useSubmit } from '../../../ui/form.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { Empty, ErrorState } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './account-form.module.css'
import { AccountForm, type AccountValues, abilitySetOf, newAccount, valuesOf } from './account-form.tsx'
import { changedFields } from './changed-fields.ts'
import { LoginActions } from './login-actions.tsx'
import { useRenew, useSysAccount } from './queries.ts'

type OnPassword = (shown: { name: string; password: string }) => void
type AccountDrawerProps = {
  /** The id of an account, or `new`. */
  wanted: string | null
  /** What the table shows, as soon as it does. */
  listed: readonly SysAccount[] | undefined
  onClose: () => void
  onPassword: OnPassword
}

export function AccountDrawer({ wanted, listed, onClose, onPassword }: AccountDrawerProps) {
  const { account, error, retry } = useWanted(wanted, listed)
  return (
    <FormDrawer
      open={account !== undefined || !!error}
      onClose={onClose}
      title={wanted === 'new' ? '新建账号' : '编辑账号'}
      size={560}
      bare
    >
      {account && <Editor account={account} onClose={onClose} onPassword={onPassword} />}
      {account === null && <Empty text="没有这个账号，可能已经删除。" />}
      {error && <ErrorState error={error} retry={retry} />}
    </FormDrawer>
  )
}

type Wanted = { account?: SysAccount | 'new' | null; error?: Error | null; retry: () => void }

/** Nothing until it is known; null when there is no such account. A link may name one that the table does not show. */
function useWanted(wanted: string | null, listed: AccountDrawerProps['listed']): Wanted {
  const id = wanted === 'new' ? null : wanted
  const shown = listed?.find(row => row.id === id)
  const apart = useSysAccount(shown || !listed ? null : id)
  const retry = () => void apart.refetch()
  if (wanted === 'new') return { account: wanted, retry }
  if (shown) return { account: shown, retry }
  if (id === null || !listed) return { retry }
  // What cannot be an id is none.
  if (isApiError(apart.error, 'invalidInput')) return { account: null, retry }
  return apart.data === undefined ? { error: apart.error, retry } : { account: apart.data, retry }
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
