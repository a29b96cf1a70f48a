import type { AccountChange } from '../account/account-rights.ts'
import { changeColumns } from '../account/change-columns.ts'
import type { AccountPlan } from './open-account.ts'

/** The columns that a change sets, for an account that is yet to be made. */
export function planColumns(change: AccountChange): Pick<AccountPlan, 'worth' | 'status' | 'note'> {
  const { expires_at = null, quota_bytes = null, may_send = 0, status, note } = changeColumns(change)
  return {
    worth: { expiresAt: expires_at, quotaBytes: quota_bytes, maySend: may_send === 1 },
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { note }),
  }
}
