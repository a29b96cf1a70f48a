/** The drawer that makes or changes a system account. */
import type { AbilitySet, SysAccount } from '@yanshu/contract'
import { abilities } from '@yanshu/contract/permission'
import { Form } from 'antd'
import { useId } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { changedFields } from '../../../api/changed-fields.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { useSeen } from '../../../api/use-seen.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangedNote } from '../../../ui/changed-note.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { Empty } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './account-form.module.css'
import { AccountForm, type AccountValues, abilitySetOf, newAccount, valuesOf } from './account-form.tsx'
import { fieldNames, said } from './field-words.ts'
import { LoginActions } from './login-actions.tsx'
import { useRenew, useSysAccount } from './queries.ts'

type OnPassword = (shown: { name: string; password: string }) => void
type AccountDrawerProps = {
  /** The id of an account, or `new`. */
  wanted: string | null
  /** The accounts in the table, once loaded. */
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
      {account === null && <Empty drawing={<Drawing of="people" />} text="没有这个账号，可能已经删除。" />}
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
  // Text that cannot be an id names no account.
  if (isApiError(apart.error, 'invalidInput')) return { account: null, retry }
  return apart.data === undefined ? { error: apart.error, retry } : { account: apart.data, retry }
}

const seenIn = ({ username, role, status, note, pages, can, limits }: SysAccount) => ({
  ...{ username, role, status, note, pages, can, limits },
})

/** Rights that cannot be read count as changed, whatever is chosen now. */
function knownOf({ rightsLost }: SysAccount, fields: Partial<ReturnType<typeof seenIn>>): object {
  if (!rightsLost) return fields
  const { pages, can, limits, ...rest } = fields
  return rest
}

const bodyOf = ({ can, note, ...values }: Omit<AccountValues, 'password'>) => ({
  ...values,
  note: note ?? '',
  can: abilitySetOf(can),
})

type EditorProps = { account: SysAccount | 'new'; onClose: () => void; onPassword: OnPassword }

function Editor({ account, onClose, onPassword }: EditorProps) {
  const [form] = Form.useForm<AccountValues>()
  const formId = useId()
  const renew = useRenew()
  const isNew = account === 'new'
  const seen = useSeen(isNew ? {} : seenIn(account))
  const values = Form.useWatch([], form) as AccountValues | undefined
  const { submit, busy, failure } = useSubmit(form, async ({ password, ...typed }) => {
    const body = bodyOf(typed)
    if (isNew) {
      const made = await api.createSysAccount({ body: { ...body, ...(password && { password }) } })
      onPassword({ name: made.account.username, password: made.password })
    } else {
      const change = changedFields(knownOf(account, seen.fields), body)
      try {
        await api.editSysAccount({ body: { id: account.id, ...change, seen: seen.of(change) } })
      } catch (error) {
        if (!seen.isOvertaken(error)) throw error
        return renew()
      }
      showToast('已保存')
    }
    await renew()
    onClose()
  })
  const mine: Record<string, unknown> = values ? bodyOf(values) : {}
  const overtaken = seen.changed.map(one => ({
    ...one,
    label: fieldNames[one.field] ?? one.field,
    theirs: said(one.field, one.value),
    mine: said(one.field, mine[one.field]),
  }))
  const takeTheirs = (field: string) => {
    const theirs = seen.changed.find(one => one.field === field)?.value
    form.setFieldsValue({
      [field]: field === 'can' ? abilities.filter(name => (theirs as AbilitySet)[name]) : theirs,
    })
    seen.settle(field)
  }
  return (
    <div className={styles.editor}>
      <div className={styles.scroll}>
        {!isNew && account.rightsLost && (
          <Failure text="存着的权限读不出来，这个账号现在什么权限也没有。选好之后保存，就能用了。" />
        )}
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
        <ChangedNote list={overtaken} onTheirs={takeTheirs} onMine={seen.settle} />
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
