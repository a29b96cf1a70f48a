import { isoTime } from '../../clock.ts'
import { containing } from '../../database/like.ts'
import type { Db } from '../../database/types.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asLoggedIn, mailboxScope, type Scope } from '../../identity/access.ts'
import { checkMailbox } from '../mailbox/change-mails.ts'
import { type TraceVerdict, traceReasons } from './trace.ts'

type TraceFilter = {
  mailboxId: string | undefined
  q: string | undefined
  verdict: TraceVerdict | undefined
  page: number
  pageSize: number
}

function scopedTrace(db: Db, scope: Scope, filter: TraceFilter) {
  let rows = db.query.selectFrom('trace')
  if (scope.kind === 'owner') rows = rows.where('owner_id', '=', scope.accountId)
  if (scope.kind === 'mailbox') rows = rows.where('mailbox_id', '=', scope.mailboxId)
  if (filter.mailboxId !== undefined) rows = rows.where('mailbox_id', '=', filter.mailboxId)
  if (filter.verdict) rows = rows.where('verdict', '=', filter.verdict)
  const { q } = filter
  if (q) rows = rows.where(eb => eb.or([containing(eb.ref('sender'), q), containing(eb.ref('recipient'), q)]))
  return rows
}

async function listTrace(db: Db, scope: Scope, filter: TraceFilter) {
  const { total } = await scopedTrace(db, scope, filter)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await scopedTrace(db, scope, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows, total: Number(total) }
}

export function traceRoutes(deps: { db: Db }) {
  return {
    async getTrace({ query, caller }) {
      const me = asLoggedIn(caller)
      await checkMailbox(deps.db, me, query.mailbox)
      const { rows, total } = await listTrace(deps.db, mailboxScope(me), {
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
