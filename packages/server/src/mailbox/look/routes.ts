import { asAccount, asLoggedIn, mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { partsOf } from '../../ledger/audit/read-audit.ts'
import type { SayFact } from '../../ledger/fact/fact.ts'
import { mailboxWords } from '../words/words.ts'
import { beginLook, prepareLook } from './begin-look.ts'
import { endLook } from './end-look.ts'
import { type LookDeps, shownLook } from './look.ts'
import { findLook, pageOfLooks } from './repository.ts'

type Deps = LookDeps & { sayFact: SayFact }

export function lookRoutes(deps: Deps) {
  const { db } = deps
  return {
    prepareLook: ({ query, caller }) => prepareLook(deps, asAccount(caller), query.mailbox),

    beginLook: ({ body, caller }) => beginLook(deps, asAccount(caller), body),

    async getLook({ caller }) {
      const { look } = asAccount(caller)
      const found = look && (await findLook(db.query, look.id))
      if (!found) throw new AppError('notFound')
      return { look: shownLook(found) }
    },

    endLook: ({ caller }) => endLook(deps, asAccount(caller)),

    async getLooks({ query, caller }) {
      const { page = 1, pageSize = 20 } = query
      const { list, total } = await pageOfLooks(db.query, mailboxScope(asLoggedIn(caller)), page, pageSize)
      const parts = await partsOf(
        db.query,
        list.map(look => look.audit_id),
        deps.sayFact,
      )
      return {
        list: list.map(look => ({
          id: look.id,
          address: look.address,
          by: look.account_name,
          beganAt: isoTime(look.began_at),
          endedAt: isoTimeOrNull(look.ended_at),
          reason: mailboxWords.lookReason(look.reason, look.words),
          mails: look.mails,
          codes: look.codes,
          parts: parts(look.audit_id),
        })),
        total,
      }
    },
  } satisfies Partial<Handlers>
}
