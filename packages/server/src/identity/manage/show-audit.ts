/** The audit log as an admin reads and searches it: a search finds names and values, and what acts are called. */
import type { Query } from '../../database/types.ts'
import { isoTime } from '../../kernel/clock.ts'
import { listAudit, partsOf } from '../../ledger/audit/read-audit.ts'
import type { FactsSaying, SayFact } from '../../ledger/fact/fact.ts'
import { actName, actsCalled } from '../../ledger/words/acts.ts'
import { identityWords } from '../words/words.ts'

/** The words for the facts of all rooms. */
export type AnyFacts = { sayFact: SayFact; factsSaying: FactsSaying }

/** Returns whole values whose name contains the text. */
const calledLike = (text: string, factsSaying: FactsSaying) => ({
  actors: identityWords.bySystem.includes(text) ? [''] : [],
  actions: actsCalled(text),
  facts: factsSaying(text),
})

const nothing = { actors: [], actions: [], facts: [] }

export async function shownAudit(
  deps: AnyFacts & { db: { query: Query } },
  filter: { q: string | undefined; page: number; pageSize: number },
) {
  const { q } = filter
  const also = q ? calledLike(q, deps.factsSaying) : nothing
  const { rows, total } = await listAudit(deps.db.query, { ...filter, also })
  const parts = await partsOf(
    deps.db.query,
    rows.map(row => row.id),
    deps.sayFact,
  )
  const list = rows.map(row => ({
    id: row.id,
    at: isoTime(row.at),
    actorName: row.actor_name || identityWords.bySystem,
    action: row.action,
    act: actName(row.action),
    target: deps.sayFact(row.target),
    detail: deps.sayFact(row.detail),
    client: row.client,
    parts: parts(row.id),
  }))
  return { list, total }
}
