import type { Flag } from '../../../database/schema.ts'

/** A browser that wants to be told of mail. It belongs to a session and goes with it. */
export type PushSubscriptionTable = {
  id: string
  session_id: string
  /** The owner of the session; one of the two is set. */
  sys_account_id: string | null
  mailbox_id: string | null
  /** Where the browser's push service takes messages for it. */
  endpoint: string
  /** Its key (RFC 8291 section 2), base64url. */
  public_key: string
  /** Sealed: with it and a message on its way, that message could be read. */
  auth_secret: string
  only_code: Flag
  created_at: number
}

declare module '../../../database/schema.ts' {
  interface Schema {
    push_subscription: PushSubscriptionTable
  }
}
