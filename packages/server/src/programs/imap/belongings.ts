import { type Belonging, holdersOwn } from '../../ledger/life/belonging.ts'

export const imapBelongings: readonly Belonging[] = [
  { table: 'draft_mail', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
]
