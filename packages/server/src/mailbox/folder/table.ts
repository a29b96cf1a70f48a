import type { FolderColor } from '@yanshu/contract'
import type { Flag } from '../../database/schema.ts'

/** The folders of a mailbox that are not its holder's own; programs see all of them, the page has its own way to the last two. */
export const folderRoles = ['inbox', 'archive', 'spam', 'trash', 'sent', 'drafts'] as const
export type FolderRole = (typeof folderRoles)[number]

/** A folder of one's own, or one with a role in which a mail program has looked. */
export type MailFolderTable = {
  id: string
  mailbox_id: string
  role: FolderRole | null
  parent_id: string | null
  /** Empty where there is a role. */
  name: string
  color: FolderColor | null
  is_subscribed: Flag
  created_at: number
  /** For mail programs: never the same for two folders of a mailbox that had the same name. */
  uid_validity: number
  uid_next: number
  /** The highest that was given to a change in this folder. */
  modseq: number
  /** No mail up to this number that came into the folder by itself is without a UID. */
  numbered_to: number
  /** Removals up to this modseq are no longer known one by one. */
  forgotten_to: number
}

/** A mail that programs knew in a folder and that is no longer there. */
export type MailVanishedTable = {
  mailbox_id: string
  /** As in mail.folder. */
  folder: string
  uid: number
  /** 0 until a program looks. */
  modseq: number
  vanished_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    mail_folder: MailFolderTable
    mail_vanished: MailVanishedTable
  }
}
