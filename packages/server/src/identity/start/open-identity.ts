/** System accounts, log-ins and keys: their calls, what others need to log people in, and what time takes away. */
import type { Db } from '../../database/types.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { type Clock, day, minute } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { sweep as sweepThrottles } from '../../ledger/throttle/throttle.ts'
import { apiKeyRoutes } from '../api-key/routes.ts'
import { createApiUsage, sweepUsage } from '../api-key/usage.ts'
import { type SysAccountDeps, sysAccountRoutes } from '../manage/routes.ts'
import { createPasswords, type HashCost } from '../session/password.ts'
import { createProofs } from '../session/proof.ts'
import { sessionRoutes } from '../session/routes.ts'
import { sweepEnded, sweepProofs, sweepSessions, sweepTickets } from '../session/sessions.ts'

type Deps = {
  db: Db
  clock: Clock
  site: SiteSettings
  secrets: Secrets
  log: Log
  hashCost: HashCost | undefined
}

export function openIdentity(deps: Deps) {
  const { db, clock, site, secrets } = deps
  const passwords = createPasswords(deps.hashCost)
  const proofs = createProofs(secrets)
  const usage = createApiUsage({ db, clock })
  const jobs: Job[] = [
    {
      name: 'sweep-sessions',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: () =>
        db.transaction(async tx => {
          await sweepSessions(tx, clock.now())
          await sweepEnded(tx, clock.now())
        }),
    },
    {
      name: 'sweep-throttles',
      everyMs: 10 * minute,
      run: () =>
        db.transaction(async tx => {
          await sweepThrottles(tx, clock.now())
          await sweepProofs(tx, clock.now())
          await sweepTickets(tx, clock.now())
        }),
    },
    {
      name: 'sweep-api-usage',
      everyMs: day,
      run: () => db.transaction(tx => sweepUsage(tx, clock.now())),
    },
  ]
  return {
    passwords,
    proofs,
    usage,
    jobs,
    handlers: (
      others: Pick<SysAccountDeps, 'life' | 'owned' | 'sendingStops' | 'sayFact' | 'factsSaying'>,
    ) => ({
      ...sessionRoutes({ db, clock, log: deps.log, proofs, passwords, secrets, site }),
      ...apiKeyRoutes({ db, clock, usage }),
      ...sysAccountRoutes({ db, clock, passwords, ...others }),
    }),
  }
}
