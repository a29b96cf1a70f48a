/**
 * Hands out what was bought, with whatever it was paid: a new e-mail account here, more days in `renew-mailbox.ts`. It
 * takes a `Tx`, so that payment and goods stand or fall together. It must not know cards, orders or prices.
 */
import { day } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { insertNamed } from '../../identity/email-account/make-mailbox.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'

export type Bought = {
  /** Null means for good. */
  days: number | null
  /** Null means as much as there is. */
  quotaBytes: number | null
  maySend: boolean
}

export type NewAccount = {
  domain: { id: string; name: string }
  /** Without one a name is found. */
  localPart: string | undefined
  passwordHash: string
}

/** Makes the account, or throws `addressTaken`. The term starts now. */
export function openMailbox(tx: Tx, account: NewAccount, bought: Bought, now: number): Promise<MailboxRow> {
  return insertNamed(tx, {
    ...account,
    style: 'word',
    kind: 'account',
    ownerId: null,
    note: '',
    now,
    expires_at: bought.days === null ? null : now + bought.days * day,
    end_after_mails: null,
    end_after_code: 0,
    bought: { may_send: flag(bought.maySend), quota_bytes: bought.quotaBytes },
  })
}
