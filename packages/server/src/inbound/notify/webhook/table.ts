import type { WebhookKind } from '@yanshu/contract'
import type { Flag } from '../../../database/schema.ts'

export type WebhookTable = {
  id: string
  account_id: string | null
  mailbox_id: string | null
  name: string
  kind: WebhookKind
  url: string
  chat_id: string
  /** Encrypted. */
  secret: string
  only_code: Flag
  /** Only for mail of this mailbox; null for all that the owner reaches. */
  for_mailbox_id: string | null
  enabled: Flag
  created_at: number
}

export type WebhookDeliveryTable = {
  id: string
  webhook_id: string
  created_at: number
  state: 'waiting' | 'done' | 'failed'
  attempts: number
  status: number | null
  /** The outcome so far, as a fact. */
  detail: string
  next_at: number
  /** JSON: what is told. */
  payload: string
  /** The mail it is about; null for those of before this was kept. */
  mail_id: string | null
}

declare module '../../../database/schema.ts' {
  interface Schema {
    webhook: WebhookTable
    webhook_delivery: WebhookDeliveryTable
  }
}
