import { asLoggedIn, mailboxScope } from '../../identity/access.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime } from '../../kernel/clock.ts'
import { noteTraceSeen, type StepDeps } from '../../mailbox/look/note-step.ts'
import { checkMailbox } from '../../mailbox/mail/change-mails.ts'
import { listTrace } from './repository.ts'
import { traceReasons } from './trace.ts'

/** Mail that was meant for no mailbox of ours concerns the operator. */
const nobodys = { kind: 'nobody' } as const

export function traceRoutes(deps: StepDeps) {
  return {
    async getTrace({ query, caller }) {
      const me = asLoggedIn(caller)
      await checkMailbox(deps.db, me, query.mailbox)
      await noteTraceSeen(deps, me)
      const own = mailboxScope(me)
      const scopes = own.kind === 'owner' && me.role === 'admin' && !query.mailbox ? [own, nobodys] : [own]
      const { rows, total } = await listTrace(deps.db.query, scopes, {
        mailboxId: query.mailbox,
        q: query.q,
        verdict: query.verdict,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      return {
        list: rows.map(row => ({
          id: row.id,
          at: isoTime(row.at),
          client: row.client,
          sender: row.sender,
          recipient: row.recipient,
          verdict: row.verdict,
          reason: traceReasons[row.reason],
          reply: row.reply,
          mailId: row.mail_id,
        })),
        total,
      }
    },
  } satisfies Partial<Handlers>
}
