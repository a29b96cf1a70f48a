export type UploadTable = {
  id: string
  owner_key: string
  /** The draft that holds it; null means unused, and the sweep removes it after a while. */
  draft_id: string | null
  filename: string
  content_type: string
  size: number
  blob_key: string
  created_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    upload: UploadTable
  }
}
