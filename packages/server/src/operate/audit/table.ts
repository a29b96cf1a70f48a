/** What an admin did. Rows are added and never changed. */
export type AuditTable = {
  id: string
  at: number
  actor_id: string
  actor_name: string
  action: string
  target: string
  detail: string
  client: string
}
