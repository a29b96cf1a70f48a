import { flag } from '../../database/schema.ts'
import type { AccountChange } from './account-rights.ts'
import type { AccountPlan } from './open-account.ts'
import type { MailboxRow } from './repository.ts'

const megabyte = 1_048_576

/** The columns that a change sets. */
export function changeColumns(change: AccountChange): Partial<MailboxRow> {
  const { note, status, maySend, ownerId, quotaMb, expiresAt } = change
  return {
    ...(note === undefined ? {} : { note }),
    ...(status === undefined ? {} : { status }),
    ...(maySend === undefined ? {} : { may_send: flag(maySend) }),
    ...(ownerId === undefined ? {} : { owner_id: ownerId }),
    ...(quotaMb === undefined ? {} : { quota_bytes: quotaMb === null ? null : quotaMb * megabyte }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt === null ? null : Date.parse(expiresAt) }),
  }
}

/** The same for an account that is yet to be made. */
export function planColumns(change: AccountChange): Pick<AccountPlan, 'worth' | 'status' | 'note'> {
  const { expires_at = null, quota_bytes = null, may_send = 0, status, note } = changeColumns(change)
  return {
    worth: { expiresAt: expires_at, quotaBytes: quota_bytes, maySend: may_send === 1 },
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { note }),
  }
}
