/** The mail in the folder of drafts that programs see for a draft of the page. */
export type DraftMailTable = {
  mail_seq: number
  mailbox_id: string
  draft_id: string
  /** That of the draft when the mail was written, or made into it. */
  version: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    draft_mail: DraftMailTable
  }
}
