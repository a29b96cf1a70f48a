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
  /** The number of those calls that were refused because there were too many. */
  refused: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    api_key: ApiKeyTable
    api_usage: ApiUsageTable
  }
}
