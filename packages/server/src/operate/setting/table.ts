/** One value that differs from its default. */
export type SettingTable = {
  /** `site`, or the id of the account or mailbox whose own setting it is. */
  scope: string
  name: string
  /** JSON; a secret is encrypted before. */
  value: string
  updated_at: number
}
