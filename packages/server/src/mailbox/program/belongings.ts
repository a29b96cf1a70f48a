import { type Belonging, holdersOwn } from '../../ledger/life/belonging.ts'

export const programBelongings: readonly Belonging[] = [
  { table: 'app_password', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
  { table: 'app_passwords_only', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
]
