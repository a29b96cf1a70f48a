import type { MailboxKind, MailboxStatus } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../../database/schema.ts'

export type MailboxTable = {
  id: string
  /** Lower case, domain in ASCII. */
  address: string
  local_part: string
  domain_id: string
  kind: MailboxKind
  status: MailboxStatus
  owner_id: string | null
  password_hash: string | null
  note: string
  may_send: Flag
  quota_bytes: number | null
  used_bytes: number
  unread: number
  /** Mails received since it was made; decides `end_after_mails`. */
  received: number
  pinned: Flag
  expires_at: number | null
  end_after_mails: number | null
  end_after_code: Flag
  created_at: number
  last_login_at: number | null
  /** Deleted, and kept for a while in case it is wanted back. Its name is not free yet. */
  deleted_at: number | null
  /** The UIDVALIDITY that was given out last; see mail_folder. */
  uid_validity: Generated<number>
}

/** A name that is kept for somebody until a time: for an order that is not paid yet, say. */
export type AddressHoldTable = {
  address: string
  holder: string
  until: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    mailbox: MailboxTable
    address_hold: AddressHoldTable
  }
}
