import { type Belonging, outlivesIt } from '../life/belonging.ts'

/** The log keeps naming the actor for as long as it is kept. */
export const auditBelongings: readonly Belonging[] = [
  { table: 'audit', column: 'actor_id', of: 'account', ...outlivesIt, exported: false },
]
