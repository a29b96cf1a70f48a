/**
 * The catalogue: what is for sale on which domain, for how much, and which names have rules of their own. It belongs to
 * the owner of the domain and to admins. It must not know orders: an order copies what it sells from here.
 */
import type { PlanRow as ShownPlan, SpecialKind } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Db, Query } from '../../database/types.ts'
import { type DomainRow, findDomain } from '../../domain/domains.ts'
import { ownsOrRules } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { refuseOverwrite } from '../../ledger/audit/refuse-overwrite.ts'
import { fact, someNamed } from '../../ledger/fact/fact.ts'
import { commerceWords } from '../words/words.ts'
import { auditCatalog } from './audit-catalog.ts'
import { bytes, checkRights, columnsOf, fieldsOf, type PlanFields, shownPlan } from './plan.ts'
import {
  countSpecialNames,
  deletePlan,
  deleteSpecialNames,
  findPlan,
  findSoldPlan,
  insertPlan,
  listPlans,
  lockPlan,
  type PlanRow,
  putSpecialNames,
  tableOfSpecialNames,
  updatePlan,
} from './repository.ts'

export type CatalogDeps = { db: Db; clock: Clock }

const maxPlans = 50
const maxSpecialNames = 20_000

/** The fields of a plan that the audit log shows with their value. */
const toldFields = [
  'name',
  'days',
  'price',
  'renewPrice',
  'quotaMb',
  'maySend',
  'recommended',
  'onSale',
] as const

async function ownDomain(query: Query, caller: AccountCaller, domainId: string): Promise<DomainRow> {
  const domain = await findDomain(query, domainId)
  if (!domain || !ownsOrRules(caller, domain.owner_id)) throw new AppError('notFound')
  return domain
}

async function ownPlan(
  query: Query,
  caller: AccountCaller,
  id: string,
): Promise<{ plan: PlanRow; domain: DomainRow }> {
  const plan = await findPlan(query, id)
  if (!plan) throw new AppError('notFound')
  return { plan, domain: await ownDomain(query, caller, plan.domain_id) }
}

const nameOf = (domain: DomainRow, plan: { name: string }): string => `@${domain.name} ${plan.name}`

export async function plansOf(
  deps: CatalogDeps,
  caller: AccountCaller,
  domainId: string,
): Promise<ShownPlan[]> {
  await ownDomain(deps.db.query, caller, domainId)
  return (await listPlans(deps.db.query, domainId)).map(shownPlan)
}

export async function addPlan(
  deps: CatalogDeps,
  caller: AccountCaller,
  domainId: string,
  fields: PlanFields,
): Promise<ShownPlan> {
  checkRights(caller, fields)
  const domain = await ownDomain(deps.db.query, caller, domainId)
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const before = await listPlans(tx, domainId)
    if (before.length >= maxPlans)
      throw new AppError('limitReached', { msg: commerceWords.planLimit(maxPlans) })
    const row: PlanRow = {
      id: newId(now),
      domain_id: domainId,
      name: fields.name,
      hint: fields.hint,
      days: fields.days,
      price: fields.price,
      renew_price: fields.renewPrice,
      quota_bytes: bytes(fields.quotaMb),
      may_send: flag(fields.maySend),
      recommended: flag(fields.recommended),
      on_sale: flag(fields.onSale),
      position: before.length,
      created_at: now,
    }
    await insertPlan(tx, row)
    await auditCatalog(tx, deps.clock, caller, {
      action: 'addPlan',
      target: nameOf(domain, row),
      detail: fact('planChanged', changedFields(fields, toldFields, [])),
    })
    return shownPlan({ ...row, sold: 0 })
  })
}

export async function editPlan(
  deps: CatalogDeps,
  caller: AccountCaller,
  id: string,
  fields: Partial<PlanFields>,
  { position, seen }: { position: number | undefined; seen: Partial<PlanFields> | undefined },
): Promise<ShownPlan> {
  checkRights(caller, fields)
  return deps.db.transaction(async tx => {
    if (seen) await lockPlan(tx, deps.db.kind, id)
    const { plan, domain } = await ownPlan(tx, caller, id)
    const named = [plan.name, seen?.name ?? plan.name].map(name => nameOf(domain, { name }))
    await refuseOverwrite(tx, { seen, wanted: fields, present: fieldsOf(plan) }, { targets: named })
    await updatePlan(tx, id, columnsOf(fields))
    if (position !== undefined) {
      const others = (await listPlans(tx, plan.domain_id)).filter(other => other.id !== id)
      const ordered = [...others.slice(0, position), plan, ...others.slice(position)]
      for (const [at, { id: planId }] of ordered.entries()) await updatePlan(tx, planId, { position: at })
    }
    await auditCatalog(tx, deps.clock, caller, {
      action: 'editPlan',
      target: nameOf(domain, plan),
      detail: fact('planChanged', changedFields({ ...fields, position }, toldFields, ['hint', 'position'])),
    })
    return shownPlan(await findSoldPlan(tx, id))
  })
}

export const removePlan = (deps: CatalogDeps, caller: AccountCaller, id: string): Promise<void> =>
  deps.db.transaction(async tx => {
    const { plan, domain } = await ownPlan(tx, caller, id)
    await deletePlan(tx, id)
    await auditCatalog(tx, deps.clock, caller, {
      action: 'delPlan',
      target: nameOf(domain, plan),
      detail: null,
    })
  })

export async function listSpecialNames(
  deps: CatalogDeps,
  caller: AccountCaller,
  domainId: string,
  filter: { q: string | undefined; kind: SpecialKind | undefined; page: number; pageSize: number },
) {
  await ownDomain(deps.db.query, caller, domainId)
  const { rows, total } = await tableOfSpecialNames(deps.db.query, domainId, filter)
  const list = rows.map(row => ({
    localPart: row.local_part,
    kind: row.kind,
    price: row.price,
    taken: Number(row.taken) > 0,
  }))
  return { list, total }
}

export async function setSpecialNames(
  deps: CatalogDeps,
  caller: AccountCaller,
  request: { domainId: string; names: readonly string[]; kind: SpecialKind; price: number | undefined },
): Promise<number> {
  const { domainId, kind, price = 0 } = request
  if (kind === 'premium' && price === 0) throw invalidField('price', commerceWords.premiumWithoutPrice)
  if (kind === 'reserved' && price > 0) throw invalidField('price', commerceWords.reservedWithPrice)
  const domain = await ownDomain(deps.db.query, caller, domainId)
  const names = [...new Set(request.names)]
  await deps.db.transaction(async tx => {
    await putSpecialNames(
      tx,
      names.map(name => ({ domain_id: domainId, local_part: name, kind, price })),
    )
    if ((await countSpecialNames(tx, domainId)) > maxSpecialNames)
      throw new AppError('limitReached', { msg: commerceWords.specialNameLimit(maxSpecialNames) })
    await auditCatalog(tx, deps.clock, caller, {
      action: 'setSpecialNames',
      target: `@${domain.name}`,
      detail: fact('specialNamesSet', { ...someNamed(names).values, kind, price }),
    })
  })
  return names.length
}

export async function removeSpecialNames(
  deps: CatalogDeps,
  caller: AccountCaller,
  domainId: string,
  names: readonly string[],
): Promise<number> {
  const domain = await ownDomain(deps.db.query, caller, domainId)
  return deps.db.transaction(async tx => {
    const deleted = await deleteSpecialNames(tx, domainId, names)
    if (deleted > 0)
      await auditCatalog(tx, deps.clock, caller, {
        action: 'delSpecialNames',
        target: `@${domain.name}`,
        detail: someNamed(names),
      })
    return deleted
  })
}
