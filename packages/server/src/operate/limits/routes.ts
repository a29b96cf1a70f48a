import type { Db } from '../../database/types.ts'
import { asAccount } from '../../identity/access.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ownLimits } from './own-limits.ts'

export function limitRoutes(deps: { db: Db; clock: Clock }) {
  return {
    getLimits: ({ caller }) => ownLimits(deps, asAccount(caller)),
  } satisfies Partial<Handlers>
}
