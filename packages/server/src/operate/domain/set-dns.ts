/**
 * Writing records through a provider: a plan is shown, then made, and can be taken back. Before anything is written the
 * records are read again; if they are not what the plan was made from, nothing happens. Which changes were made is
 * written down as they happen, so that a broken-off plan can still be taken back.
 */
import type { DnsChange, DnsPlan, DnsProvider } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { isoTime, minute } from '../../clock.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { type CheckDeps, recordsOf } from './check-domain.ts'
import { isPublicHost } from './dns/expected-records.ts'
import { isLostClaim, reachDomain } from './domain.ts'
import { type PlannedChange, planChanges } from './plan-changes.ts'
import {
  findAccess,
  findPlan,
  insertPlan,
  keepAccess,
  latestPlan,
  movePlan,
  type PlanRow,
} from './plan-repository.ts'
import {
  type Credentials,
  type KeptRecord,
  ProviderError,
  type Zone,
  type ZoneChange,
  type ZoneRecord,
} from './provider/zone.ts'
import type { ListedDomain } from './repository.ts'

export type SetDeps = CheckDeps & {
  openZone(provider: DnsProvider, credentials: Credentials, domain: string): Promise<Zone>
}

export type SetRequest = {
  id: string
  step: 'plan' | 'apply' | 'undo'
  provider: DnsProvider | undefined
  credentials: Credentials | undefined
  remember: boolean
  planId: string | undefined
  skip: readonly number[]
}

export type SetAnswer = { planId: string; changes: DnsChange[]; done: boolean }

const purpose = 'dns-access'

const shownChange = ({ action, before, after, note }: PlannedChange): DnsChange => {
  const { name, type } = (after ?? before) as ZoneRecord
  return { action, name, type, before: before?.value ?? '', after: after?.value ?? '', note }
}

const changesOf = (plan: Pick<PlanRow, 'changes'>): PlannedChange[] =>
  JSON.parse(plan.changes) as PlannedChange[]

const changed = () => new AppError('conflict', { msg: '做完计划之后记录有变化，什么都没有改，请重新做计划' })

/** A provider's refusal reads as its own; everything else is a fault of ours. */
function shownError(cause: unknown): unknown {
  if (!(cause instanceof ProviderError)) return cause
  if (cause.reason === 'changed') return changed()
  return new AppError('remoteRefused', {
    msg: cause.message,
    cause,
    ...(cause.reason === 'credentials' ? { fields: { credentials: cause.message } } : {}),
  })
}

async function credentialsFor(
  deps: SetDeps,
  domain: ListedDomain,
  provider: DnsProvider,
  given: Credentials | undefined,
): Promise<Credentials> {
  if (given && Object.keys(given).length > 0) return given
  const kept = await findAccess(deps.db.query, domain.id)
  if (kept?.provider !== provider) throw invalidField('credentials', '请填写服务商的密钥')
  return JSON.parse(deps.secrets.open(purpose, kept.credentials)) as Credentials
}

const sameRecord = (one: ZoneRecord, other: ZoneRecord): boolean =>
  one.name === other.name && one.type === other.type && one.value === other.value

/** What stands at the names and types that the changes touch. */
function touched<R extends ZoneRecord>(records: readonly R[], changes: readonly PlannedChange[]): R[] {
  const keys = new Set(
    changes
      .flatMap(({ before, after }) => [before, after])
      .map(one => (one ? `${one.name} ${one.type}` : '')),
  )
  return records.filter(record => keys.has(`${record.name} ${record.type}`))
}

const namesOf = (changes: readonly PlannedChange[]): string[] => [
  ...new Set(changes.map(({ before, after }) => (after ?? before)?.name ?? '')),
]

function sameSets(one: readonly ZoneRecord[], other: readonly ZoneRecord[]): boolean {
  return one.length === other.length && one.every(record => other.some(same => sameRecord(record, same)))
}

function toZoneChange(change: PlannedChange, now: readonly KeptRecord[]): ZoneChange {
  const find = (wanted: ZoneRecord | null): KeptRecord => {
    const kept = wanted && now.find(record => sameRecord(record, wanted))
    if (!kept) throw changed()
    return kept
  }
  if (change.action === 'create' && change.after) return { action: 'create', record: change.after }
  if (change.action === 'update' && change.after)
    return { action: 'update', before: find(change.before), record: change.after }
  return { action: 'delete', before: find(change.before) }
}

const reversed = (change: PlannedChange): PlannedChange => ({
  ...change,
  action: change.action === 'create' ? 'delete' : change.action === 'delete' ? 'create' : 'update',
  before: change.after,
  after: change.before,
})

async function makePlan(deps: SetDeps, domain: ListedDomain, request: SetRequest): Promise<SetAnswer> {
  const { provider } = request
  if (!provider) throw invalidField('provider', '请选择 DNS 服务商')
  if (!isPublicHost(deps.mailHost))
    throw new AppError('conflict', { msg: '服务器还没有公网主机名，请管理员先设置 YANSHU_MAIL_HOST' })
  const credentials = await credentialsFor(deps, domain, provider, request.credentials)
  const wanted = (await recordsOf(deps, domain)).filter(record => record.settable)
  const zone = await deps.openZone(provider, credentials, domain.name)
  const existing = await zone.recordsAt([...new Set(wanted.map(record => record.name))])
  const changes = planChanges(wanted, existing)
  const now = deps.clock.now()
  const plan: PlanRow = {
    id: newId(now),
    domain_id: domain.id,
    provider,
    changes: JSON.stringify(changes),
    seen: JSON.stringify(touched(existing, changes)),
    state: 'planned',
    changed_at: now,
    created_at: now,
  }
  await deps.db.transaction(async tx => {
    await insertPlan(tx, plan)
    if (request.remember)
      await keepAccess(tx, {
        domain_id: domain.id,
        provider,
        credentials: deps.secrets.seal(purpose, JSON.stringify(credentials)),
        created_at: now,
      })
  })
  return { planId: plan.id, changes: changes.map(shownChange), done: false }
}

/** After this time without a word whoever was at it is gone. */
const brokenOffAfterMs = 2 * minute

/** A plan whose maker was broken off counts as failed: it can be taken back. */
function stateOfPlan(plan: PlanRow, now: number): PlanRow['state'] {
  const busy = plan.state === 'applying' || plan.state === 'undoing'
  return busy && Math.abs(now - plan.changed_at) > brokenOffAfterMs ? 'failed' : plan.state
}

/** Whether a change is in force, by what stands there; what was written down may lack the last step. */
const isInForce = ({ before, after }: PlannedChange, now: readonly ZoneRecord[]): boolean => {
  const has = (record: ZoneRecord) => now.some(one => sameRecord(one, record))
  return (after === null || has(after)) && (before === null || !has(before))
}

type Work = {
  zone: Zone
  busy: 'applying' | 'undoing'
  end: 'applied' | 'undone'
  /** All changes of the plan; those to be made now are named by their place. */
  all: PlannedChange[]
  places: readonly number[]
  changes: readonly ZoneChange[]
  seen: readonly KeptRecord[]
}

/** Makes changes and writes down each; the plan ends as told, or as failed when something went wrong in between. */
async function carryOut(deps: SetDeps, plan: PlanRow, work: Work): Promise<void> {
  const { all, places, busy } = work
  let held: Pick<PlanRow, 'id' | 'state' | 'changed_at'> = plan
  const save = async (state: PlanRow['state']): Promise<boolean> => {
    // Never the same twice, so that nobody can take one writing for another.
    const changed_at = Math.max(deps.clock.now(), held.changed_at + 1)
    const next = { state, changed_at, changes: JSON.stringify(all) }
    const mine = await deps.db.transaction(tx => movePlan(tx, held, next))
    held = { id: plan.id, state, changed_at }
    return mine
  }
  if (!(await save(busy))) throw new AppError('conflict', { msg: '这个计划刚刚被别人执行了' })
  try {
    await work.zone.change(work.changes, work.seen, async index => {
      const place = places[index] ?? 0
      const change = all[place]
      if (change) all[place] = { ...change, made: busy === 'applying' }
      await save(busy)
    })
  } catch (cause) {
    await save(all.some(change => change.made) ? 'failed' : busy === 'applying' ? 'planned' : 'undone')
    throw cause
  }
  await save(work.end)
}

async function applyPlan(deps: SetDeps, domain: ListedDomain, plan: PlanRow, request: SetRequest) {
  if (plan.state !== 'planned') throw new AppError('conflict', { msg: '这个计划已经执行过了' })
  const all = changesOf(plan)
  const places = [...all.keys()].filter(place => !request.skip.includes(place))
  const wanted = places.map(place => all[place] as PlannedChange)
  if (wanted.length === 0) throw invalidField('skip', '至少留一条')
  const credentials = await credentialsFor(deps, domain, plan.provider, request.credentials)
  const zone = await deps.openZone(plan.provider, credentials, domain.name)
  const now = touched(await zone.recordsAt(namesOf(all)), all)
  if (!sameSets(now, JSON.parse(plan.seen) as ZoneRecord[])) throw changed()
  const changes = wanted.map(change => toZoneChange(change, now))
  await carryOut(deps, plan, { zone, all, places, busy: 'applying', end: 'applied', changes, seen: now })
}

async function undoPlan(deps: SetDeps, domain: ListedDomain, plan: PlanRow, request: SetRequest) {
  const state = stateOfPlan(plan, deps.clock.now())
  if (state !== 'applied' && state !== 'failed') throw new AppError('conflict', { msg: '这个计划不能再撤回' })
  const credentials = await credentialsFor(deps, domain, plan.provider, request.credentials)
  const zone = await deps.openZone(plan.provider, credentials, domain.name)
  const planned = changesOf(plan)
  const there = await zone.recordsAt(namesOf(planned))
  const brokenOff = state !== plan.state
  const all = brokenOff ? planned.map(change => ({ ...change, made: isInForce(change, there) })) : planned
  // The last first, so that what was removed to make room comes back after what took it.
  const places = [...all.keys()].filter(place => all[place]?.made).reverse()
  const wanted = places.map(place => reversed(all[place] as PlannedChange))
  if (wanted.length === 0) throw new AppError('conflict', { msg: '没有可以撤回的改动' })
  const now = touched(there, wanted)
  const changes = wanted.map(change => {
    try {
      return toZoneChange(change, now)
    } catch {
      const { name, type } = (change.before ?? change.after) as ZoneRecord
      throw new AppError('conflict', { msg: `${name} 的 ${type} 记录后来又改过，不能自动撤回` })
    }
  })
  await carryOut(deps, plan, { zone, all, places, busy: 'undoing', end: 'undone', changes, seen: now })
}

export async function setDns(deps: SetDeps, caller: AccountCaller, request: SetRequest): Promise<SetAnswer> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  if (isLostClaim(domain)) throw new AppError('conflict', { msg: '这个域名已由别的账号验证' })
  try {
    if (request.step === 'plan') return await makePlan(deps, domain, request)
    const plan =
      request.planId === undefined ? undefined : await findPlan(deps.db.query, domain.id, request.planId)
    if (!plan) {
      if (request.planId === undefined) throw invalidField('planId', '请先做计划')
      throw new AppError('notFound')
    }
    await (request.step === 'apply' ? applyPlan : undoPlan)(deps, domain, plan, request)
    if (caller.role === 'admin')
      await deps.db.transaction(tx =>
        writeAudit(tx, caller, deps.clock.now(), {
          action: 'setDNS',
          target: domain.name,
          detail: request.step === 'apply' ? '写入 DNS 记录' : '撤回 DNS 记录',
        }),
      )
    const after = await findPlan(deps.db.query, domain.id, plan.id)
    return { planId: plan.id, changes: changesOf(after ?? plan).map(shownChange), done: true }
  } catch (cause) {
    throw shownError(cause)
  }
}

/** The last plan that did something, for the page. */
export async function planOf(deps: SetDeps, domain: ListedDomain): Promise<DnsPlan | null> {
  const plan = await latestPlan(deps.db.query, domain.id)
  if (!plan) return null
  const kept = await findAccess(deps.db.query, domain.id)
  return {
    planId: plan.id,
    provider: plan.provider,
    state: stateOfPlan(plan, deps.clock.now()),
    remembered: kept?.provider === plan.provider,
    changes: changesOf(plan)
      .filter(change => change.made || plan.state === 'applying')
      .map(shownChange),
    createdAt: isoTime(plan.created_at),
  }
}
