/** Tries a rule that is not saved on the newest mails its maker reaches. Nothing is changed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FilterRule, MailRow } from '@yanshu/contract'
import { second } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { conditionFaults, throwFaults } from './check-rule.ts'
import { createEvaluator } from './evaluate.ts'
import type { FilterFacts } from './filter.ts'
import { checkScope } from './manage-filter.ts'
import { recentMails } from './repository.ts'

export type TryDeps = {
  db: Db
  /** What rules see of messages, read from the mails as received. A message that is gone is left out. */
  factsOf: (messageSeqs: number[]) => Promise<Map<number, FilterFacts>>
  /** Rows of a mail list; never asked for none. */
  rowsOf: (mailIds: string[]) => Promise<MailRow[]>
}

export const maxMailsTried = 1000
export const maxHitsShown = 50
/** Texts of this many mails are held at once. */
const batchSize = 50
/** After this long the answer is about the mails tried so far. */
const maxTryMs = 10 * second

export type TryResult = { tested: number; hits: number; withCode: number; list: MailRow[] }

function batches<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / batchSize)
  return Array.from({ length: count }, (_, index) => list.slice(index * batchSize, (index + 1) * batchSize))
}

export async function tryFilter(
  deps: TryDeps,
  caller: LoggedIn,
  rule: FilterRule,
  signal: AbortSignal,
): Promise<TryResult> {
  throwFaults(conditionFaults(rule.conditions))
  await checkScope(deps.db.query, caller, rule.scope)
  const mails = await recentMails(deps.db.query, mailboxScope(caller), rule.scope, maxMailsTried)
  const evaluate = createEvaluator()
  const tried = [{ id: '', match: rule.match, conditions: rule.conditions, actions: [] }]
  const startedAt = performance.now()
  const isOver = () => signal.aborted || performance.now() - startedAt > maxTryMs
  const hitIds: string[] = []
  let tested = 0
  let withCode = 0
  for (const batch of batches(mails)) {
    if (isOver()) break
    const facts = await deps.factsOf([...new Set(batch.map(mail => mail.messageSeq))])
    for (const mail of batch) {
      const seen = facts.get(mail.messageSeq)
      if (!seen || isOver()) continue
      tested++
      const judged = evaluate(tried, { ...seen, recipients: [...seen.recipients, mail.address] })
      if (judged.hitIds.length > 0) {
        hitIds.push(mail.id)
        if (seen.hasCode) withCode++
      }
      // Others are served in between, however slow a pattern is.
      await nextTurn()
    }
  }
  const shown = hitIds.slice(0, maxHitsShown)
  const listed = shown.length > 0 ? await deps.rowsOf(shown) : []
  const rows = new Map(listed.map(row => [row.id, row]))
  return { tested, hits: hitIds.length, withCode, list: shown.flatMap(id => rows.get(id) ?? []) }
}
