/** Tries a rule that is not saved on the newest mails its maker reaches. Nothing is changed. */
import type { FilterRule, MailRow } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { shut } from '../../identity/session/guard.ts'
import type { LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import { type Clock, minute, second } from '../../kernel/clock.ts'
import { hit } from '../../ledger/throttle/throttle.ts'
import { conditionFaults, throwFaults } from './check-rule.ts'
import type { ActiveRule, FilterFacts } from './filter.ts'
import { checkScope } from './manage-filter.ts'
import { recentMails } from './repository.ts'

export type TryDeps = {
  db: Db
  clock: Clock
  /**
   * Returns the facts that rules see of messages, read from the mails as received; a removed message is left
   * out.
   */
  factsOf: (messageSeqs: number[]) => Promise<Map<number, FilterFacts>>
  /** Returns which of them match a rule; it runs in a thread of its own, because patterns may be slow. */
  judge: (rule: ActiveRule, facts: FilterFacts[]) => Promise<boolean[]>
  /** Rows of a mail list; never asked for none. */
  rowsOf: (scope: LetterScope, mailIds: string[]) => Promise<MailRow[]>
}

export const maxMailsTried = 1000
export const maxHitsShown = 50
/** Texts of this many mails are held at once. */
const batchSize = 50
/** As many are judged in one go: the thread has other work too. */
const judgedAtOnce = 5
/** Each try is much work for somebody else's machine: not to be had without end. */
const triesPerMinute = 30
/** After this long the answer is about the mails tried so far. */
const maxTryMs = 10 * second

export type TryResult = { tested: number; hits: number; withCode: number; list: MailRow[] }

function batches<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size)
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}

async function countTry({ db, clock }: TryDeps, caller: LoggedIn): Promise<void> {
  const now = clock.now()
  const who = caller.role === 'mailbox' ? caller.mailboxId : caller.accountId
  const { count, secondsLeft } = await db.transaction(tx => hit(tx, `filter-try:${who}`, minute, now))
  if (count > triesPerMinute) throw shut(secondsLeft)
}

export async function tryFilter(
  deps: TryDeps,
  caller: LoggedIn,
  rule: FilterRule,
  signal: AbortSignal,
): Promise<TryResult> {
  throwFaults(conditionFaults(rule.conditions))
  await checkScope(deps.db.query, caller, rule.scope)
  await countTry(deps, caller)
  const scope = mailboxScope(caller)
  const mails = await recentMails(deps.db.query, scope, rule.scope, maxMailsTried)
  const tried = { id: '', match: rule.match, conditions: rule.conditions, actions: [] }
  const startedAt = performance.now()
  const isOver = () => signal.aborted || performance.now() - startedAt > maxTryMs
  const hitIds: string[] = []
  let tested = 0
  let withCode = 0
  for (const batch of batches(mails, batchSize)) {
    if (isOver()) break
    const facts = await deps.factsOf([...new Set(batch.map(mail => mail.messageSeq))])
    const seen = batch.flatMap(mail => {
      const of = facts.get(mail.messageSeq)
      return of ? [{ mail, facts: { ...of, recipients: [...of.recipients, mail.address] } }] : []
    })
    for (const some of batches(seen, judgedAtOnce)) {
      if (isOver()) break
      const verdicts = await deps.judge(
        tried,
        some.map(item => item.facts),
      )
      tested += some.length
      const hits = some.filter((_, index) => verdicts[index])
      hitIds.push(...hits.map(item => item.mail.id))
      withCode += hits.filter(item => item.facts.hasCode).length
    }
  }
  const shown = hitIds.slice(0, maxHitsShown)
  const listed = shown.length > 0 ? await deps.rowsOf(scope, shown) : []
  const rows = new Map(listed.map(row => [row.id, row]))
  return { tested, hits: hitIds.length, withCode, list: shown.flatMap(id => rows.get(id) ?? []) }
}
