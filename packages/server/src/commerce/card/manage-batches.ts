/** The batches of a caller with their figures, and a batch as a table for spreadsheets. */
import type { CardBatch, CardKind, CardStep } from '@yanshu/contract'
import { csvDocument } from '@yanshu/contract/csv'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { day, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { commerceWords } from '../words/words.ts'
import { type BatchFigures, countInHand, scarceBatches, tableOfBatches } from './batch-repository.ts'
import { cardScope, domainIdsOf, quotaMbOf, stepOf } from './card.ts'
import { type CardsAsked, checkedFilter, hashOf, type ManageCardsDeps } from './manage-cards.ts'
import { domainNames, hitsByBatch, pageOfCards } from './repository.ts'

/** Sales of so many days tell how long a batch lasts. */
const paceDays = 7

/** Nobody needs to know today that a batch lasts longer. */
const soonDays = 14

const noteOf = (batch: Pick<BatchFigures, 'note' | 'for_order'>): string =>
  batch.note || (batch.for_order === '' ? '' : commerceWords.creditNote(batch.for_order))

/**
 * Days that the rest of a batch lasts at the pace of the last days. A younger batch is judged by its own days; the first
 * day tells nothing.
 */
function lasts(batch: BatchFigures, now: number): number | null {
  const past = Math.min(paceDays, (now - batch.created_at) / day)
  if (past < 1) return null
  const pace = Number(batch.sold_lately) / past
  const left = Number(batch.left)
  return left === 0 || left > pace * soonDays ? null : Math.max(1, Math.round(left / pace))
}

function soonestOf(scarce: readonly BatchFigures[], now: number) {
  const [first] = scarce
    .flatMap(batch => {
      const days = lasts(batch, now)
      return days === null
        ? []
        : [{ id: batch.id, note: noteOf(batch), left: Number(batch.left), lasts: days }]
    })
    .sort((a, b) => a.lasts - b.lasts)
  return first ?? null
}

const shown = (
  batch: BatchFigures,
  names: ReadonlyMap<string, string>,
  found: number | null,
  now: number,
): CardBatch => ({
  id: batch.id,
  kind: batch.kind,
  days: batch.days,
  domains: domainIdsOf(batch).flatMap(id => names.get(id) ?? []),
  quotaMb: quotaMbOf(batch.quota_bytes),
  maySend: batch.may_send === 1,
  amount: batch.amount,
  note: noteOf(batch),
  createdAt: isoTime(batch.created_at),
  made: Number(batch.made),
  sold: Number(batch.used) + Number(batch.waiting),
  used: Number(batch.used),
  left: Number(batch.left),
  paused: Number(batch.paused),
  revoked: Number(batch.revoked),
  expired: Number(batch.expired),
  kept: batch.kept === 1,
  lastUsedAt: isoTimeOrNull(batch.last_used_at),
  lasts: lasts(batch, now),
  endsAt: isoTimeOrNull(batch.ends_at),
  found,
})

export async function listBatches(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  asked: { q: string | undefined; kind: CardKind | undefined; left: boolean | undefined },
  { page, pageSize }: { page: number; pageSize: number },
) {
  const scope = cardScope(caller)
  const now = deps.clock.now()
  const span = { since: now - paceDays * day, now }
  const { q: text, kind, left } = asked
  // A search looks at every code.
  const hits = text ? await hitsByBatch(deps.db.aside, scope, { text, codeHash: hashOf(deps, text) }) : null
  const searched = text && hits ? { text, hits: [...hits.keys()] } : undefined
  const filter = { kind, left, searched }
  const { query } = deps.db
  const pageAt = (offset: number, limit: number) =>
    tableOfBatches(query, scope, filter, { limit, offset, ...span })
  const rows = await pageAt((page - 1) * pageSize, pageSize)
  // Beyond the last page no row tells how many there are.
  const [counted] = rows.length > 0 || page === 1 ? rows : await pageAt(0, 1)
  const names = await domainNames(query, [...new Set(rows.flatMap(domainIdsOf))])
  return {
    list: rows.map(row => shown(row, names, hits && (hits.get(row.id) ?? 0), now)),
    total: Number(counted?.total ?? 0),
    left: await countInHand(query, scope, now),
    soonest: soonestOf(await scarceBatches(query, scope, span), now),
  }
}

const time = (at: number | null): string => (at === null ? '' : isoTime(at))

export async function exportCards(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  asked: CardsAsked & { step: CardStep | undefined },
): Promise<string> {
  const filter = await checkedFilter(deps, caller, asked)
  const now = deps.clock.now()
  const limit = 1000
  const rows: string[][] = [[...commerceWords.cardHeadings]]
  for (let offset = 0; ; offset += limit) {
    const cards = await pageOfCards(deps.db.query, cardScope(caller), filter, { limit, offset, now })
    for (const card of cards)
      rows.push([
        card.tail,
        commerceWords.steps[stepOf(card, now)],
        card.sold_to,
        time(card.sold_at),
        commerceWords.cardUsedBy(card.used_by, card.used_mailboxes),
        time(card.used_at),
        time(card.expires_at),
        card.note || card.batch_note,
      ])
    if (cards.length < limit) return csvDocument(rows)
  }
}
