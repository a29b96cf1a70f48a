import { type Belonging, holdersOwn } from '../../ledger/life/belonging.ts'
import { webhooksChannel } from './webhook/webhook.ts'

const hooks = { table: 'webhook', ...holdersOwn, tells: webhooksChannel } as const
const pushes = { table: 'push_subscription', ...holdersOwn, exported: false } as const

export const notifyBelongings: readonly Belonging[] = [
  { ...hooks, column: 'mailbox_id', of: 'mailbox', exported: true },
  { ...hooks, column: 'account_id', of: 'account', exported: true },
  { ...hooks, column: 'for_mailbox_id', of: 'mailbox', exported: false },
  { ...pushes, column: 'mailbox_id', of: 'mailbox' },
  { ...pushes, column: 'sys_account_id', of: 'account' },
]
