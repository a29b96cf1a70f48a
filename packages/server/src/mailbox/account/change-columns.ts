import { flag } from '../../database/schema.ts'
import type { AccountChange } from './account-rights.ts'
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
