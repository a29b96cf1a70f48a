/** Listing, changing and deleting codes: the caller's own, an admin's all. */
import type { CardState } from '@yanshu/contract'
import { parseCardCode } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import type { Secrets } from '../../secrets.ts'
import { cardScope, domainIdsOf } from './card.ts'
import { codePurpose, type HashCode } from './card-code.ts'
import {
  type CardChoice,
  changeCards,
  countCards,
  deleteUnusedCards,
  domainNames,
  hasBatch,
  listChosen,
  setNotes,
  tableOfCards,
} from './repository.ts'

export type ManageCardsDeps = { db: Db; clock: Clock; hashCode: HashCode }

export type ListRequest = {
  q: string | undefined
  state: CardState | undefined
  batch: string | undefined
  page: number
  pageSize: number
}

export async function listCards(deps: ManageCardsDeps, caller: AccountCaller, request: ListRequest) {
  const scope = cardScope(caller)
  const { query } = deps.db
  if (request.batch !== undefined && !(await hasBatch(query, scope, request.batch)))
    throw new AppError('notFound')
  const code = request.q === undefined ? null : parseCardCode(request.q)
  const { rows, total } = await tableOfCards(
    query,
    scope,
    {
      text: request.q,
      codeHash: code === null ? undefined : deps.hashCode(code),
      state: request.state,
      batchId: request.batch,
      page: request.page,
      pageSize: request.pageSize,
    },
    deps.clock.now(),
  )
  const names = await domainNames(query, [...new Set(rows.flatMap(domainIdsOf))])
  return { rows, names, total }
}

/** What was chosen; throws unless it is one of the two ways and all of it is the caller's. */
async function checkChoice(
  tx: Tx,
  caller: AccountCaller,
  request: { ids: readonly string[] | undefined; batchId: string | undefined },
): Promise<CardChoice> {
  const scope = cardScope(caller)
  if (request.ids !== undefined && request.batchId !== undefined)
    throw invalidField('batchId', '选卡密或选一批，只能用一种')
  if (request.batchId !== undefined) {
    if (!(await hasBatch(tx, scope, request.batchId))) throw new AppError('notFound')
    return { batchId: request.batchId }
  }
  if (request.ids === undefined) throw invalidField('ids', '至少选一项')
  const ids = [...new Set(request.ids)]
  if ((await countCards(tx, scope, ids)) !== ids.length) throw new AppError('notFound')
  return { ids }
}

const targetOf = (choice: CardChoice, count: number): string =>
  'batchId' in choice ? choice.batchId : `${count} 张卡密`

/** As many as a batch can have. */
const maxRevealed = 10_000

/** Codes in full, where they were kept. Who looked is written down. */
export async function revealCards(
  deps: ManageCardsDeps & { secrets: Secrets },
  caller: AccountCaller,
  request: { ids: readonly string[] | undefined; batchId: string | undefined },
): Promise<{ id: string; tail: string; code: string | null }[]> {
  const rows = await deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request)
    const chosen = await listChosen(tx, choice, maxRevealed)
    await writeAudit(tx, caller, deps.clock.now(), {
      action: 'revealCard',
      target: targetOf(choice, chosen.length),
      detail: `${chosen.length} 张`,
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
const deeds = { unused: '启用', disabled: '停用', revoked: '作废' } as const

export type EditCardsRequest = {
  ids: readonly string[] | undefined
  batchId: string | undefined
  state: keyof typeof standings | undefined
  note: string | undefined
  expiresAt: number | null | undefined
}

/** Used-up and revoked codes keep their state and end, whatever is asked; their note can change. */
export async function editCards(
  deps: ManageCardsDeps,
  caller: AccountCaller,
  request: EditCardsRequest,
): Promise<number> {
  const { state, note, expiresAt } = request
  return deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request)
    const change = {
      ...(state === undefined ? {} : { standing: standings[state] }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    }
    const changed = Object.keys(change).length > 0 ? await changeCards(tx, choice, change) : 0
    const noted = note === undefined ? 0 : await setNotes(tx, choice, note)
    const count = Math.max(changed, noted)
    if (caller.role === 'admin' && count > 0)
      await writeAudit(tx, caller, deps.clock.now(), {
        action: 'editCard',
        target: targetOf(choice, count),
        detail: [
          `${count} 张`,
          ...(state === undefined ? [] : [deeds[state]]),
          ...(expiresAt === undefined ? [] : ['改截止时间']),
          ...(note === undefined ? [] : ['改备注']),
        ].join('，'),
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
  request: { ids: readonly string[] | undefined; batchId: string | undefined },
): Promise<number> {
  return deps.db.transaction(async tx => {
    const choice = await checkChoice(tx, caller, request)
    const deleted = await deleteUnusedCards(tx, choice)
    if ('ids' in choice && deleted < choice.ids.length)
      throw new AppError('conflict', { msg: '用过的和退款得来的卡密不能删除，可以作废' })
    if (caller.role === 'admin' && deleted > 0)
      await writeAudit(tx, caller, deps.clock.now(), {
        action: 'delCard',
        target: targetOf(choice, deleted),
        detail: `${deleted} 张`,
      })
    return deleted
  })
}
