import { type Belonging, holdersOwn } from '../../ledger/life/belonging.ts'
import { filtersChannel } from './filter.ts'

const rules = { table: 'filter', ...holdersOwn, tells: filtersChannel } as const

export const filterBelongings: readonly Belonging[] = [
  { ...rules, column: 'mailbox_id', of: 'mailbox', exported: true },
  { ...rules, column: 'account_id', of: 'account', exported: true },
  // A rule of the former holder that is for this one mailbox or domain alone.
  { ...rules, column: 'scope_id', of: 'mailbox', exported: false },
  { ...rules, column: 'scope_id', of: 'domain', exported: false },
]
