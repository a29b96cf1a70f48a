export type ApiKeyTable = {
  sys_account_id: string
  key_hash: string
  prefix: string
  created_at: number
  last_used_at: number | null
}
