import { type Belonging, holdersOwn } from '../../ledger/life/belonging.ts'

/** Folders are their holder's order of things; the mails in them stay with the mailbox (mail/change-repository.ts). */
export const folderBelongings: readonly Belonging[] = [
  { table: 'mail_folder', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: true },
  { table: 'mail_vanished', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
]
