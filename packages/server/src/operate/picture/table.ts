/** A picture that is shown on the pages: the logo of the site, or the one of an account or a mailbox. */
export type PictureTable = {
  /** Random: who knows it may see the picture. Another picture has another, so that browsers may keep it for ever. */
  id: string
  owner_key: string
  sys_account_id: string | null
  mailbox_id: string | null
  content_type: string
  bytes: Uint8Array
  created_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    picture: PictureTable
  }
}
