import { type Belonging, holdersOwn } from '../ledger/life/belonging.ts'
import { filterBelongings } from './filter/belongings.ts'
import { notifyBelongings } from './notify/belongings.ts'

export const inboundBelongings: readonly Belonging[] = [
  ...filterBelongings,
  ...notifyBelongings,
  { table: 'trace', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
  {
    ...{ table: 'trace', column: 'owner_id', of: 'account', exported: false },
    ...{ handOver: 'forgets', end: 'stays', remove: 'forgets' },
  },
]
