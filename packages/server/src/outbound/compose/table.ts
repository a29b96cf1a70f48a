export type DraftTable = {
  id: string
  owner_key: string
  version: number
  /** JSON: see draft.ts. */
  content: string
  search: string
  created_at: number
  saved_at: number
}

export type ContactTable = { owner_key: string; address: string; name: string; used_at: number; uses: number }

declare module '../../database/schema.ts' {
  interface Schema {
    draft: DraftTable
    contact: ContactTable
  }
}
