export type ApiKeyTable = {
  sys_account_id: string
  key_hash: string
  prefix: string
  created_at: number
  last_used_at: number | null
}

/** Calls made with an account's key on one day (UTC). */
export type ApiUsageTable = {
  sys_account_id: string
  /** YYYY-MM-DD */
  day: string
  calls: number
  /** Of those, the ones turned away because there were too many. */
  refused: number
}
