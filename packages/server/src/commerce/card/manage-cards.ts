/** Listing, changing and deleting codes: the caller's own, an admin's all. */
import type { CardState, CardStep } from '@yanshu/contract'
import { parseCardCode } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import { commerceWords } from '../words/words.ts'
import { countInBatch, hasBatch, lockBatches, noteOfBatch, recount, setBatch } from './batch-repository.ts'
import { cardScope, domainIdsOf } from './card.ts'
import { codePurpose, type HashCode } from './card-code.ts'
import {
  batchesOf,
  type CardChoice,
  type CardFilter,
  changeCards,
  countCards,
  countFiltered,
  deleteUnusedCards,
  domainNames,
  listChosen,
  pageOfCards,
  setNotes,
  setSold,
} from './repository.ts'

export type ManageCardsDeps = { db: Db; clock: Clock; hashCode: HashCode }

/** Which codes: a whole code that is typed can mean no other. */
export type CardsAsked = {
  q: string | undefined
  state?: CardState | undefined
  step: CardStep | undefined
  batch: string | undefined
}

/** The digest of a whole code. */
export function hashOf(deps: Pick<ManageCardsDeps, 'hashCode'>, q: string | undefined): string | undefined {
  const code = q === undefined ? null : parseCardCode(q)
  return code === null ? undefined : deps.hashCode(code)
}

export async function checkedFilter(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  asked: CardsAsked,
): Promise<CardFilter> {
  const { q, state, step, batch } = asked
  if (batch !== undefined && !(await hasBatch(deps.db.query, cardScope(caller), batch)))
    throw new AppError('notFound')
  return { text: q, codeHash: hashOf(deps, q), state, step, batchId: batch }
}

export async function listCards(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  asked: CardsAsked,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const filter = await checkedFilter(deps, caller, asked)
  const scope = cardScope(caller)
  const now = deps.clock.now()
  const { query } = deps.db
  const part = { limit: pageSize, offset: (page - 1) * pageSize, now }
  const rows = await pageOfCards(query, scope, filter, part)
  const total = await countFiltered(query, scope, filter, now)
  const names = await domainNames(query, [...new Set(rows.flatMap(domainIdsOf))])
  return { rows, names, total }
}

export type ChooseRequest = {
  ids: readonly string[] | undefined
  batchId: string | undefined
  step: CardStep | undefined
}

/** The choice; throws unless it is one of the two ways and all of it is the caller's. */
async function checkChoice(
  tx: Tx,
  caller: AccountCaller,
  request: ChooseRequest,
  now: number,
): Promise<CardChoice> {
  const scope = cardScope(caller)
  const { batchId, step } = request
  const at = step === undefined ? undefined : { step, now }
  if (request.ids !== undefined && batchId !== undefined)
    throw invalidField('batchId', commerceWords.oneChoice)
  if (batchId !== undefined) {
    if (!(await hasBatch(tx, scope, batchId))) throw new AppError('notFound')
    return { batchId, at }
  }
  if (request.ids === undefined) throw invalidField('ids', commerceWords.chooseSome)
  const ids = [...new Set(request.ids)]
  if ((await countCards(tx, scope, ids)) !== ids.length) throw new AppError('notFound')
  return { ids, at }
}

const targetOf = async (tx: Tx, choice: CardChoice, count: number): Promise<Fact> =>
  'batchId' in choice
    ? fact('cardBatch', { id: choice.batchId, note: await noteOfBatch(tx, choice.batchId) })
    : fact('someCards', { count })

/** As many as a batch can have. */
const maxRevealed = 10_000

/** Returns full codes if they were stored. The audit log records who looked. */
export async function revealCards(
  deps: ManageCardsDeps & { secrets: Secrets },
  caller: AccountCaller,
  request: ChooseRequest,
): Promise<{ id: string; tail: string; code: string | null }[]> {
  const now = deps.clock.now()
  const rows = await deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request, now)
    const chosen = await listChosen(tx, choice, maxRevealed)
    await writeAudit(tx, caller, now, {
      action: 'revealCard',
      target: await targetOf(tx, choice, chosen.length),
      detail: fact('cardCount', { count: chosen.length }),
    })
    return chosen
  })
  return rows.map(({ id, tail, code_sealed }) => ({
    id,
    tail,
    code: code_sealed === '' ? null : deps.secrets.open(codePurpose, code_sealed),
  }))
}

const standings = { unused: 'live', disabled: 'disabled', revoked: 'revoked' } as const

export type EditCardsRequest = ChooseRequest & {
  state: keyof typeof standings | undefined
  /** True marks them as sold, false takes them back. */
  sold: boolean | undefined
  soldTo: string | undefined
  note: string | undefined
  expiresAt: number | null | undefined
}

/** The note of a whole batch is the batch's own, and every code has it; that of single codes stands beside it. */
async function noteThem(tx: Tx, choice: CardChoice, note: string): Promise<number> {
  if ('ids' in choice || choice.at !== undefined) return setNotes(tx, choice, note)
  await setBatch(tx, choice.batchId, { note })
  await setNotes(tx, choice, '')
  return countInBatch(tx, choice.batchId)
}

/** Used-up and revoked codes keep their state and end, whatever is asked; their note can change. */
export async function editCards(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  request: EditCardsRequest,
): Promise<number> {
  const { state, sold, soldTo, note, expiresAt } = request
  if (soldTo !== undefined && sold !== true) throw invalidField('soldTo', commerceWords.buyerOfSold)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request, now)
    const batches = await batchesOf(tx, choice)
    await lockBatches(tx, deps.db.kind, batches)
    const noted = note === undefined ? 0 : await noteThem(tx, choice, note)
    const change = {
      ...(state === undefined ? {} : { standing: standings[state] }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    }
    // A code that is sold is no longer at the step that was asked for, so this comes last.
    const changed = Object.keys(change).length > 0 ? await changeCards(tx, choice, change) : 0
    const marked = sold === undefined ? 0 : await setSold(tx, choice, sold ? { at: now, to: soldTo } : null)
    if (changed + marked > 0) await recount(tx, batches)
    const count = Math.max(changed, noted, marked)
    if (caller.role === 'admin' && count > 0)
      await writeAudit(tx, caller, now, {
        action: 'editCard',
        target: await targetOf(tx, choice, count),
        detail: fact('cardsChanged', {
          count,
          ...changedFields(request, ['state', 'sold'], ['expiresAt', 'note']),
        }),
      })
    return count
  })
}

/**
 * Deletes codes that were never used, whatever their state. A used one is the record of what was handed out for it, so
 * it stays: named one by one it stops the whole request, in a batch it is passed over.
 */
export async function deleteCards(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  request: ChooseRequest,
): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request, now)
    const batches = await batchesOf(tx, choice)
    await lockBatches(tx, deps.db.kind, batches)
    const deleted = await deleteUnusedCards(tx, choice)
    if ('ids' in choice && choice.at === undefined && deleted < choice.ids.length)
      throw new AppError('conflict', { msg: commerceWords.usedStay })
    if (deleted > 0) await recount(tx, batches)
    if (caller.role === 'admin' && deleted > 0)
      await writeAudit(tx, caller, now, {
        action: 'delCard',
        target: await targetOf(tx, choice, deleted),
        detail: fact('cardCount', { count: deleted }),
      })
    return deleted
  })
}
