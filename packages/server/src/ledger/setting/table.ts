/** One value that differs from its default. */
export type SettingTable = {
  /** `site`, or the account or mailbox whose own setting it is, as `account:ID` or `mailbox:ID`. */
  scope: string
  name: string
  /** The value as JSON; a secret is encrypted first. */
  value: string
  updated_at: number
}

/** One change of one setting. Rows are added and never changed. */
export type SettingChangeTable = {
  id: string
  at: number
  scope: string
  name: string
  actor_name: string
  /** The value as JSON; null is the default. A secret is recorded as `true`, never as its text. */
  before: string | null
  after: string | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    setting: SettingTable
    setting_change: SettingChangeTable
  }
}
