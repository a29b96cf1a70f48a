import type { Belonging } from '../../ledger/life/belonging.ts'
import { apiKeyBelongings } from '../api-key/belongings.ts'
import { sessionBelongings } from '../session/belongings.ts'

export const identityBelongings: readonly Belonging[] = [
  ...sessionBelongings,
  ...apiKeyBelongings,
  {
    ...{ table: 'sys_account', column: 'id', of: 'account', exported: true },
    ...{ handOver: 'stays', end: 'stays', remove: 'goes' },
  },
]
