/** One value that differs from its default. */
export type SettingTable = {
  /** `site`, or the id of the account or mailbox whose own setting it is. */
  scope: string
  name: string
  /** JSON; a secret is encrypted before. */
  value: string
  updated_at: number
}

/** One change of one setting. Rows are added and never changed; secrets stand here as a mark, never as they are. */
export type SettingChangeTable = {
  id: string
  at: number
  scope: string
  name: string
  actor_name: string
  /** JSON; null is the default. */
  before: string | null
  after: string | null
}
