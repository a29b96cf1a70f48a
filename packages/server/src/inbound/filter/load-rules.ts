/**
 * The rules in force for a mailbox, held in memory: those of admins for everyone first, then of its owner, then its own. Read again
 * when any node changed a rule, and after a short while in any case, since accounts are stopped and mailboxes given away
 * without a word to us. Where nobody has a rule, all there is to know is that.
 */

import type { Db } from '../../database/types.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import { type Action, type ActiveRule, type Condition, filtersChannel } from './filter.ts'
import {
  anyFilterEnabled,
  enabledForEveryone,
  enabledOfAccount,
  enabledOfMailbox,
  type FilterRecord,
} from './repository.ts'

const maxAgeMs = 10 * second
const maxHeldGroups = 10_000

export type RuledMailbox = {
  readonly id: string
  readonly owner_id: string | null
  readonly domain_id: string
}

/** A mailbox that is only made on arrival has no rules and no webhooks of its own yet, but those of its owner hold. */
export const recipientMailbox = ({ mailboxId, ownerId, domainId }: EnvelopeRecipient): RuledMailbox => ({
  id: mailboxId ?? '',
  owner_id: ownerId,
  domain_id: domainId,
})

export type RuleCache = {
  /** Applicable rules in the order in which they are to be judged. */
  rulesFor(mailbox: RuledMailbox): Promise<ActiveRule[]>
  /** Whether a rule might refuse by content, so that the mail must be judged before it is accepted. */
  mayRefuse(mailbox: RuledMailbox): Promise<boolean>
  close(): void
}

type HeldRule = { rule: ActiveRule; refuses: boolean; kind: FilterRecord['scope_kind']; id: string | null }
type Held<T> = { value: Promise<T>; at: number }

const heldRule = (row: FilterRecord): HeldRule => ({
  rule: {
    id: row.id,
    match: row.match,
    conditions: JSON.parse(row.conditions) as Condition[],
    actions: JSON.parse(row.actions) as Action[],
  },
  refuses: row.refuses === 1,
  kind: row.scope_kind,
  id: row.scope_id,
})

function applies({ kind, id }: HeldRule, mailbox: RuledMailbox): boolean {
  switch (kind) {
    case 'all':
      return true
    case 'domain':
      return id === mailbox.domain_id
    case 'mailbox':
      return id === mailbox.id
  }
}

export function createRuleCache({ db, clock }: { db: Db; clock: Clock }): RuleCache {
  const groups = new Map<string, Held<HeldRule[]>>()
  const presence = new Map<'any', Held<boolean>>()
  const forget = () => {
    groups.clear()
    presence.clear()
  }
  const unsubscribe = db.bus.subscribe(filtersChannel, forget)

  /** Returns the held value if it is fresh, else reads it; a failure is not held. */
  function recall<K, T>(held: Map<K, Held<T>>, key: K, read: () => Promise<T>): Promise<T> {
    const now = clock.now()
    const known = held.get(key)
    if (known && Math.abs(now - known.at) <= maxAgeMs) return known.value
    if (held.size >= maxHeldGroups) held.clear()
    const entry: Held<T> = { value: read(), at: now }
    held.set(key, entry)
    entry.value.catch(() => {
      if (held.get(key) === entry) held.delete(key)
    })
    return entry.value
  }

  const group = (key: string, read: () => Promise<FilterRecord[]>): Promise<HeldRule[]> =>
    recall(groups, key, async () => (await read()).map(heldRule))

  async function applicable(mailbox: RuledMailbox): Promise<HeldRule[]> {
    if (!(await recall(presence, 'any', () => anyFilterEnabled(db.query)))) return []
    const { id, owner_id: owner } = mailbox
    const found = await Promise.all([
      group('everyone', () => enabledForEveryone(db.query)),
      owner === null ? [] : group(`account ${owner}`, () => enabledOfAccount(db.query, owner)),
      group(`mailbox ${id}`, () => enabledOfMailbox(db.query, id)),
    ])
    return found.flat().filter(held => applies(held, mailbox))
  }

  return {
    rulesFor: async mailbox => (await applicable(mailbox)).map(held => held.rule),
    mayRefuse: async mailbox => (await applicable(mailbox)).some(held => held.refuses),
    close: unsubscribe,
  }
}
