/**
 * Making, changing, ordering and deleting rules. Each caller has rules of its own; another's rule, mailbox, domain or
 * webhook looks like one that is not there. Positions are dense, from 0.
 */
import type { FilterRule } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { abilitiesOf, checkOwnLetters, mailboxScope, managedScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { changedFields } from '../../ledger/audit/changed-fields.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import { findScopedMailbox } from '../../mailbox/account/mailboxes.ts'
import { inboundWords } from '../words/words.ts'
import { actionFaults, conditionFaults, throwFaults } from './check-rule.ts'
import {
  type Action,
  filtersChannel,
  leadsElsewhere,
  maxRulesPerOwner,
  mayRefuseByContent,
  ownerOf,
  type RuleScope,
  scopeOf,
} from './filter.ts'
import {
  deleteFilters,
  type FilterChange,
  type FilterRecord,
  insertFilter,
  listFilters,
  lockOwner,
  numberFilters,
  ownWebhooks,
  reachesDomain,
  updateFilter,
} from './repository.ts'

export type ManageDeps = { db: Db; clock: Clock }

export type FilterEdit = { [K in keyof FilterRule]?: FilterRule[K] | undefined } & {
  id: string
  position?: number | undefined
}

/** Throws unless the caller reaches what the rule is for. */
export async function checkScope(query: Query, caller: LoggedIn, scope: RuleScope): Promise<void> {
  const { id, everyone = false } = scope
  if (everyone && caller.role !== 'admin')
    throw new AppError('forbidden', { fields: { 'scope.everyone': inboundWords.everyoneByAdmin } })
  if (scope.kind === 'all') return
  if (id === undefined)
    throw invalidField(
      'scope.id',
      scope.kind === 'domain' ? inboundWords.chooseDomain : inboundWords.chooseMailbox,
    )
  const reached =
    scope.kind === 'domain'
      ? await reachesDomain(query, managedScope(caller), id)
      : (await findScopedMailbox(query, mailboxScope(caller), id)) !== undefined
  if (!reached) throw new AppError('notFound')
  if (everyone && scope.kind === 'mailbox')
    throw invalidField('scope.everyone', inboundWords.everyoneOfOneMailbox)
}

/** A rule for everyone shows nobody's letters to the one who made it. */
function checkEveryone({ scope, actions }: { scope: RuleScope; actions: readonly Action[] }): void {
  const at = scope.everyone ? actions.findIndex(leadsElsewhere) : -1
  if (at >= 0) throw invalidField(`actions.${at}.action`, inboundWords.everyoneLeadsElsewhere)
}

async function checkWebhooks(query: Query, caller: LoggedIn, actions: readonly Action[]): Promise<void> {
  const ids = actions.flatMap(({ action, value }) => (action === 'webhook' && value ? [value] : []))
  const own = await ownWebhooks(query, ownerOf(caller), ids)
  const missing = actions.findIndex(({ action, value = '' }) => action === 'webhook' && !own.has(value))
  if (missing >= 0) throw invalidField(`actions.${missing}.value`, inboundWords.noSuchWebhook)
}

/** Forwarding is sending, whoever does it. */
function checkForwards(caller: LoggedIn, actions: readonly Action[]): void {
  const at = actions.findIndex(({ action }) => action === 'forward')
  if (at < 0 || abilitiesOf(caller).send) return
  throw new AppError('forbidden', { fields: { [`actions.${at}.action`]: inboundWords.forwardNotAllowed } })
}

/** Checks the given parts. A rule that is only switched or moved is not checked again. */
async function checkParts(query: Query, caller: LoggedIn, parts: Omit<FilterEdit, 'id'>): Promise<void> {
  throwFaults({
    ...(parts.conditions && conditionFaults(parts.conditions)),
    ...(parts.actions && actionFaults(parts.actions)),
  })
  if (parts.scope) await checkScope(query, caller, parts.scope)
  if (!parts.actions) return
  const elsewhere = parts.actions.findIndex(leadsElsewhere)
  if (elsewhere >= 0) checkOwnLetters(caller, `actions.${elsewhere}.action`)
  checkForwards(caller, parts.actions)
  await checkWebhooks(query, caller, parts.actions)
}

function columnsOf(parts: Omit<FilterEdit, 'id'>): FilterChange {
  return {
    ...(parts.name !== undefined && { name: parts.name }),
    ...(parts.enabled !== undefined && { enabled: flag(parts.enabled) }),
    ...(parts.match !== undefined && { match: parts.match }),
    ...(parts.conditions && { conditions: JSON.stringify(parts.conditions) }),
    ...(parts.actions && {
      actions: JSON.stringify(parts.actions),
      refuses: flag(mayRefuseByContent(parts.actions)),
    }),
    ...(parts.scope && {
      scope_kind: parts.scope.kind,
      scope_id: parts.scope.kind === 'all' ? null : (parts.scope.id ?? null),
      scope_everyone: flag(parts.scope.everyone === true),
    }),
  }
}

const toldParts = ['name', 'enabled'] as const
const namedParts = ['match', 'conditions', 'actions', 'scope', 'position'] as const

/** Records what an admin does to rules that judge other people's mail. */
async function auditEveryone(
  tx: Tx,
  caller: LoggedIn,
  now: number,
  act: { action: 'addFilter' | 'editFilter' | 'delFilter'; detail: Fact | null },
  rules: readonly Pick<FilterRecord, 'name' | 'scope_everyone'>[],
): Promise<void> {
  if (caller.role !== 'admin') return
  for (const { name, scope_everyone } of rules)
    if (scope_everyone === 1) await writeAudit(tx, caller, now, { ...act, target: name })
}

const tellChanged = (db: Db) => db.bus.publish(filtersChannel, '')

export async function addFilter(deps: ManageDeps, caller: LoggedIn, rule: FilterRule): Promise<FilterRecord> {
  await checkParts(deps.db.query, caller, rule)
  checkEveryone(rule)
  const owner = ownerOf(caller)
  const now = deps.clock.now()
  const made = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db, owner)
    const position = (await listFilters(tx, owner)).length
    if (position >= maxRulesPerOwner) {
      throw new AppError('limitReached', { msg: inboundWords.tooManyRules(maxRulesPerOwner) })
    }
    const row: FilterRecord = {
      id: newId(now),
      account_id: owner.kind === 'account' ? owner.id : null,
      mailbox_id: owner.kind === 'mailbox' ? owner.id : null,
      position,
      name: rule.name,
      enabled: flag(rule.enabled),
      match: rule.match,
      conditions: JSON.stringify(rule.conditions),
      actions: JSON.stringify(rule.actions),
      scope_kind: rule.scope.kind,
      scope_id: rule.scope.kind === 'all' ? null : (rule.scope.id ?? null),
      scope_everyone: flag(rule.scope.everyone === true),
      refuses: flag(mayRefuseByContent(rule.actions)),
      hits: 0,
      last_hit_at: null,
      created_at: now,
    }
    await insertFilter(tx, row)
    await auditEveryone(tx, caller, now, { action: 'addFilter', detail: null }, [row])
    return row
  })
  await tellChanged(deps.db)
  return made
}

/** Changes what is given; a position beyond the end means the end. */
export async function editFilter(
  deps: ManageDeps,
  caller: LoggedIn,
  { id, position, ...parts }: FilterEdit,
): Promise<FilterRecord> {
  const owner = ownerOf(caller)
  const isMine = (row: FilterRecord) => row.id === id
  if (!(await listFilters(deps.db.query, owner)).some(isMine)) throw new AppError('notFound')
  await checkParts(deps.db.query, caller, parts)
  const changed = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db, owner)
    const rows = await listFilters(tx, owner)
    const row = rows.find(isMine)
    if (!row) throw new AppError('notFound')
    checkEveryone({
      scope: parts.scope ?? scopeOf(row),
      actions: parts.actions ?? (JSON.parse(row.actions) as Action[]),
    })
    const change = columnsOf(parts)
    await updateFilter(tx, id, change)
    const after = { ...row, ...change }
    const detail = fact('ruleChanged', changedFields({ ...parts, position }, toldParts, namedParts))
    const of = after.scope_everyone ? after : row
    await auditEveryone(tx, caller, deps.clock.now(), { action: 'editFilter', detail }, [of])
    const others = rows.filter(other => other !== row)
    const place = position === undefined ? rows.indexOf(row) : Math.min(position, others.length)
    await numberFilters(tx, others.toSpliced(place, 0, row))
    return { ...after, position: place }
  })
  await tellChanged(deps.db)
  return changed
}

/** All of them or, when one is not the caller's, none. */
export async function delFilters(
  deps: ManageDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const owner = ownerOf(caller)
  const wanted = [...new Set(ids)]
  const deleted = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db, owner)
    const rows = (await listFilters(tx, owner)).filter(row => wanted.includes(row.id))
    await auditEveryone(tx, caller, deps.clock.now(), { action: 'delFilter', detail: null }, rows)
    const gone = await deleteFilters(tx, owner, wanted)
    if (gone !== wanted.length) throw new AppError('notFound')
    await numberFilters(tx, await listFilters(tx, owner))
    return gone
  })
  await tellChanged(deps.db)
  return deleted
}
