import { type Belonging, partOfIt } from '../ledger/life/belonging.ts'

export const certificateBelongings: readonly Belonging[] = [
  { table: 'certificate', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
]
