/**
 * Making, changing, ordering and deleting rules. Each caller has rules of its own; another's rule, mailbox, domain or
 * webhook looks like one that is not there. Positions are dense, from 0.
 */
import type { FilterRule } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Query } from '../../database/types.ts'
import { abilitiesOf, type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { findScopedMailbox } from '../../identity/email-account/repository.ts'
import { newId } from '../../ids.ts'
import { actionFaults, conditionFaults, throwFaults } from './check-rule.ts'
import {
  type Action,
  filtersChannel,
  maxRulesPerOwner,
  mayRefuseByContent,
  ownerOf,
  type RuleScope,
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
  if (scope.kind === 'all') return
  const { id } = scope
  if (id === undefined) throw invalidField('scope.id', scope.kind === 'domain' ? '请选择域名' : '请选择邮箱')
  const reach = mailboxScope(caller)
  const reached =
    scope.kind === 'domain'
      ? await reachesDomain(query, reach, id)
      : (await findScopedMailbox(query, reach, id)) !== undefined
  if (!reached) throw new AppError('notFound')
}

async function checkWebhooks(query: Query, caller: LoggedIn, actions: readonly Action[]): Promise<void> {
  const ids = actions.flatMap(({ action, value }) => (action === 'webhook' && value ? [value] : []))
  const own = await ownWebhooks(query, ownerOf(caller), ids)
  const missing = actions.findIndex(({ action, value = '' }) => action === 'webhook' && !own.has(value))
  if (missing >= 0) throw invalidField(`actions.${missing}.value`, '没有这个通知地址')
}

/** Forwarding is sending, whoever does it. */
function checkForwards(caller: LoggedIn, actions: readonly Action[]): void {
  const at = actions.findIndex(({ action }) => action === 'forward')
  if (at < 0 || abilitiesOf(caller).send) return
  throw new AppError('forbidden', { fields: { [`actions.${at}.action`]: '没有开通发信，不能转发' } })
}

/** Checks the parts that are given. What is switched or moved only is not judged again. */
async function checkParts(query: Query, caller: LoggedIn, parts: Omit<FilterEdit, 'id'>): Promise<void> {
  throwFaults({
    ...(parts.conditions && conditionFaults(parts.conditions)),
    ...(parts.actions && actionFaults(parts.actions)),
  })
  if (parts.scope) await checkScope(query, caller, parts.scope)
  if (!parts.actions) return
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
    }),
  }
}

const tellChanged = (db: Db) => db.bus.publish(filtersChannel, '')

export async function addFilter(deps: ManageDeps, caller: LoggedIn, rule: FilterRule): Promise<FilterRecord> {
  await checkParts(deps.db.query, caller, rule)
  const owner = ownerOf(caller)
  const now = deps.clock.now()
  const made = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db, owner)
    const position = (await listFilters(tx, owner)).length
    if (position >= maxRulesPerOwner) {
      throw new AppError('limitReached', { msg: `最多 ${maxRulesPerOwner} 条规则，已经用完` })
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
      refuses: flag(mayRefuseByContent(rule.actions)),
      hits: 0,
      last_hit_at: null,
      created_at: now,
    }
    await insertFilter(tx, row)
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
    const change = columnsOf(parts)
    await updateFilter(tx, id, change)
    const others = rows.filter(other => other !== row)
    const place = position === undefined ? rows.indexOf(row) : Math.min(position, others.length)
    await numberFilters(tx, others.toSpliced(place, 0, row))
    return { ...row, ...change, position: place }
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
    const gone = await deleteFilters(tx, owner, wanted)
    if (gone !== wanted.length) throw new AppError('notFound')
    await numberFilters(tx, await listFilters(tx, owner))
    return gone
  })
  await tellChanged(deps.db)
  return deleted
}
