/**
 * Writes records through a provider: a plan is shown, then made, and can be undone. Before writing, the
 * records are read again; if they have changed since the plan, nothing happens. Each change is recorded as it
 * is made, so that an interrupted plan can still be undone.
 */
import type { AnswerOf, Calls, DnsChange, DnsPlan, DnsProvider, DnsRecord } from '@yanshu/contract'
import { AppError, invalidField } from '../kernel/app-error.ts'
import type { AccountCaller } from '../kernel/call/caller.ts'
import { isoTime, minute } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { type Fact, fact, type SayFact, storedFact } from '../ledger/fact/fact.ts'
import { type CheckDeps, recordsOf } from './check-domain.ts'
import { isPublicHost } from './dns/expected-records.ts'
import { isLostClaim, reachDomain } from './domain.ts'
import { mailHostFor } from './mail-hosts.ts'
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
import { domainWords } from './words/words.ts'

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

export type SetAnswer = AnswerOf<Calls['setDNS']>

export const accessPurpose = 'dns-access'

function shownChange(say: SayFact, { action, before, after, note }: PlannedChange): DnsChange {
  const { name, type } = (after ?? before) as ZoneRecord
  const values = { before: before?.value ?? '', after: after?.value ?? '' }
  return { action, name, type, ...values, note: say(storedFact(note)) }
}

/** An older version beside this one still writes plain sentences. */
const changesOf = (plan: Pick<PlanRow, 'changes'>): PlannedChange[] =>
  (JSON.parse(plan.changes) as (Omit<PlannedChange, 'note'> & { note: Fact | string })[]).map(
    ({ note, ...change }) => ({
      ...change,
      note: typeof note === 'string' ? fact('sentence', { text: note }) : note,
    }),
  )

const changed = () => new AppError('conflict', { msg: domainWords.changedSince })

/** A provider's refusal is shown as its own; every other error is internal. */
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
  if (kept?.provider !== provider) throw invalidField('credentials', domainWords.giveCredentials)
  return JSON.parse(deps.secrets.open(accessPurpose, kept.credentials)) as Credentials
}

const sameRecord = (one: ZoneRecord, other: ZoneRecord): boolean =>
  one.name === other.name && one.type === other.type && one.value === other.value

/** Returns the records at the names and types that the changes touch. */
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

/** A record that would be written if it were not missing its other half. */
const leftOut = (deps: SetDeps, records: readonly DnsRecord[]): SetAnswer['leftOut'] =>
  records
    .filter(record => record.kind === 'mtaSts' && !record.settable)
    .map(({ name, type }) => ({
      name,
      type,
      reason: deps.sayFact(storedFact(fact('stsNeedsWeb', {}))),
    }))

async function makePlan(deps: SetDeps, domain: ListedDomain, request: SetRequest): Promise<SetAnswer> {
  const { provider } = request
  if (!provider) throw invalidField('provider', domainWords.chooseProvider)
  if (!isPublicHost(mailHostFor(deps.names, domain)))
    throw new AppError('conflict', { msg: domainWords.hostFirst })
  const credentials = await credentialsFor(deps, domain, provider, request.credentials)
  const records = await recordsOf(deps, domain)
  const wanted = records.filter(record => record.settable)
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
        credentials: deps.secrets.seal(accessPurpose, JSON.stringify(credentials)),
        created_at: now,
      })
  })
  const shown = changes.map(change => shownChange(deps.sayFact, change))
  return { planId: plan.id, changes: shown, leftOut: leftOut(deps, records), done: false }
}

/** After this time without progress, the process that carried out the plan is gone. */
const brokenOffAfterMs = 2 * minute

/** A plan that was interrupted counts as failed, so it can be undone. */
function stateOfPlan(plan: PlanRow, now: number): PlanRow['state'] {
  const busy = plan.state === 'applying' || plan.state === 'undoing'
  return busy && Math.abs(now - plan.changed_at) > brokenOffAfterMs ? 'failed' : plan.state
}

/**
 * True when a change is in force, judged by the zone itself; the record of changes may lack the last step.
 */
const isInForce = ({ before, after }: PlannedChange, now: readonly ZoneRecord[]): boolean => {
  const has = (record: ZoneRecord) => now.some(one => sameRecord(one, record))
  return (after === null || has(after)) && (before === null || !has(before))
}

type Work = {
  zone: Zone
  busy: 'applying' | 'undoing'
  end: 'applied' | 'undone'
  /** All changes of the plan; `places` names those to be made now. */
  all: PlannedChange[]
  places: readonly number[]
  changes: readonly ZoneChange[]
  seen: readonly KeptRecord[]
}

/**
 * Makes changes and records each. The plan ends in the given state, or as failed when something goes wrong.
 */
async function carryOut(deps: SetDeps, plan: PlanRow, work: Work): Promise<void> {
  const { all, places, busy } = work
  let held: Pick<PlanRow, 'id' | 'state' | 'changed_at'> = plan
  const save = async (state: PlanRow['state']): Promise<boolean> => {
    // The value is never the same twice, so that nobody can confuse two writes.
    const changed_at = Math.max(deps.clock.now(), held.changed_at + 1)
    const next = { state, changed_at, changes: JSON.stringify(all) }
    const mine = await deps.db.transaction(tx => movePlan(tx, held, next))
    held = { id: plan.id, state, changed_at }
    return mine
  }
  if (!(await save(busy))) throw new AppError('conflict', { msg: domainWords.planInUse })
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
  if (plan.state !== 'planned') throw new AppError('conflict', { msg: domainWords.planMade })
  const all = changesOf(plan)
  const places = [...all.keys()].filter(place => !request.skip.includes(place))
  const wanted = places.map(place => all[place] as PlannedChange)
  if (wanted.length === 0) throw invalidField('skip', domainWords.keepOne)
  const credentials = await credentialsFor(deps, domain, plan.provider, request.credentials)
  const zone = await deps.openZone(plan.provider, credentials, domain.name)
  const now = touched(await zone.recordsAt(namesOf(all)), all)
  if (!sameSets(now, JSON.parse(plan.seen) as ZoneRecord[])) throw changed()
  const changes = wanted.map(change => toZoneChange(change, now))
  await carryOut(deps, plan, { zone, all, places, busy: 'applying', end: 'applied', changes, seen: now })
}

async function undoPlan(deps: SetDeps, domain: ListedDomain, plan: PlanRow, request: SetRequest) {
  const state = stateOfPlan(plan, deps.clock.now())
  if (state !== 'applied' && state !== 'failed')
    throw new AppError('conflict', { msg: domainWords.cannotUndo })
  const credentials = await credentialsFor(deps, domain, plan.provider, request.credentials)
  const zone = await deps.openZone(plan.provider, credentials, domain.name)
  const planned = changesOf(plan)
  const there = await zone.recordsAt(namesOf(planned))
  const brokenOff = state !== plan.state
  const all = brokenOff ? planned.map(change => ({ ...change, made: isInForce(change, there) })) : planned
  // The last change is undone first, so that a removed record comes back after the one that took its place is
  // gone.
  const places = [...all.keys()].filter(place => all[place]?.made).reverse()
  const wanted = places.map(place => reversed(all[place] as PlannedChange))
  if (wanted.length === 0) throw new AppError('conflict', { msg: domainWords.nothingToUndo })
  const now = touched(there, wanted)
  const changes = wanted.map(change => {
    try {
      return toZoneChange(change, now)
    } catch {
      const { name, type } = (change.before ?? change.after) as ZoneRecord
      throw new AppError('conflict', { msg: domainWords.changedAfterwards(name, type) })
    }
  })
  await carryOut(deps, plan, { zone, all, places, busy: 'undoing', end: 'undone', changes, seen: now })
}

export async function setDns(deps: SetDeps, caller: AccountCaller, request: SetRequest): Promise<SetAnswer> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  if (isLostClaim(domain)) throw new AppError('conflict', { msg: domainWords.provedByOther })
  try {
    if (request.step === 'plan') return await makePlan(deps, domain, request)
    const plan =
      request.planId === undefined ? undefined : await findPlan(deps.db.query, domain.id, request.planId)
    if (!plan) {
      if (request.planId === undefined) throw invalidField('planId', domainWords.planFirst)
      throw new AppError('notFound')
    }
    await (request.step === 'apply' ? applyPlan : undoPlan)(deps, domain, plan, request)
    if (caller.role === 'admin')
      await deps.db.transaction(tx =>
        writeAudit(tx, caller, deps.clock.now(), {
          action: 'setDNS',
          target: domain.name,
          detail: request.step === 'apply' ? fact('recordsWritten', {}) : fact('recordsTakenBack', {}),
        }),
      )
    const after = await findPlan(deps.db.query, domain.id, plan.id)
    const changes = changesOf(after ?? plan).map(change => shownChange(deps.sayFact, change))
    return { planId: plan.id, changes, leftOut: [], done: true }
  } catch (cause) {
    throw shownError(cause)
  }
}

/** Returns the last plan that changed something, for the page. */
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
      .map(change => shownChange(deps.sayFact, change)),
    createdAt: isoTime(plan.created_at),
  }
}
