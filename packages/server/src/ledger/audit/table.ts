/** Something that an admin did. Rows are added and never changed. */
export type AuditTable = {
  id: string
  at: number
  actor_id: string
  actor_name: string
  action: string
  target: string
  detail: string
  client: string
  /** The texts and numbers in target and detail, for the search. */
  search_text: string
  /** The row of what this was a step of. */
  part_of: string | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    audit: AuditTable
  }
}
