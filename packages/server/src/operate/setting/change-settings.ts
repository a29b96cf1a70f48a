/**
 * Changing settings: everybody's own, and for admins those of the site. All values of one request are right,
 * or none is kept. Changes of the site's are in the audit log and in the history, which never holds a secret.
 */
import type { ChangedElsewhere, SettingEntry } from '@yanshu/contract'
import { isOutOfReach, wayStates } from '../../commerce/order/pay-ways.ts'
import { lockName } from '../../database/lock.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import { effectiveNames } from '../../kernel/config/mail-host.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { changedMeanwhile, overwriteRefused } from '../../ledger/audit/refuse-overwrite.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { fixedByEnvironment } from '../../ledger/setting/environment.ts'
import {
  listChanges,
  noteChange,
  readSettings,
  removeSetting,
  writeSetting,
} from '../../ledger/setting/kept-settings.ts'
import { ownTable } from '../../ledger/setting/own-table.ts'
import { type Entry, type SettingsTable, schemaOf } from '../../ledger/setting/setting-entry.ts'
import type { SiteNames } from '../../ledger/setting/site-names.ts'
import {
  type SiteSettings,
  settingSecretPurpose,
  siteScope,
  valuesOf,
} from '../../ledger/setting/site-settings.ts'
import { type SiteValues, siteTable } from '../../ledger/setting/site-table.ts'
import { siteSettingLabel } from '../../ledger/words/settings.ts'
import type { HostGuard } from '../../outside/addresses.ts'
import { gatewayUrlFault } from '../../outside/check-saved-url.ts'
import { operateWords } from '../words/words.ts'
import { markOf } from './shown-settings.ts'

export type SettingDeps = {
  db: Db
  clock: Clock
  site: SiteSettings
  secrets: Secrets
  /** Where payment gateways may be asked. */
  gatewayHosts: HostGuard
  names: Pick<SiteNames, 'refresh'>
  config: Pick<Config, 'publicUrl' | 'mailHost'>
}

type Value = SettingEntry['value']

const entryOf = (table: SettingsTable, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Undefined goes back to the default. */
type Change = { name: string; entry: Entry; value: unknown }

function readChanges(
  values: Readonly<Record<string, Value>>,
  caller: LoggedIn,
): { own: Change[]; site: Change[] } {
  const fields: Record<string, string> = {}
  const changes: { own: Change[]; site: Change[] } = { own: [], site: [] }
  for (const [name, value] of Object.entries(values)) {
    const own = entryOf(ownTable, name)
    const entry = own ?? entryOf(siteTable, name)
    // A caller who is not an admin learns nothing about the settings of the site, not even their names.
    if (!own && caller.role !== 'admin') throw new AppError('forbidden')
    const list = own ? changes.own : changes.site
    if (!entry) fields[name] = operateWords.setting.unknown
    else if (value === null) list.push({ name, entry, value: undefined })
    else {
      const parsed = schemaOf(entry).safeParse(value)
      if (parsed.success) list.push({ name, entry, value: parsed.data })
      else fields[name] = parsed.error.issues[0]?.message ?? operateWords.setting.wrong
    }
  }
  refuse(fields)
  return changes
}

/** What the environment says cannot be said otherwise here. */
function checkFixed({ config }: SettingDeps, changes: readonly Change[]): void {
  const fixed = changes.map(({ name, entry }) => ({ name, by: fixedByEnvironment(config, entry) }))
  refuse(
    Object.fromEntries(
      fixed.flatMap(({ name, by }) => (by ? [[name, operateWords.setting.fixed(by.variable)]] : [])),
    ),
  )
}

function refuse(fields: Readonly<Record<string, string>>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
}

async function checkGateways(deps: SettingDeps, changes: readonly Change[]): Promise<void> {
  const fields: Record<string, string> = {}
  for (const { name, entry, value } of changes) {
    if (entry.kind !== 'text' || !entry.isGateway || typeof value !== 'string' || value === '') continue
    const fault = await gatewayUrlFault(deps.gatewayHosts, value)
    if (fault !== null) fields[name] = fault
  }
  refuse(fields)
}

/** Values may be right each by itself and wrong together: what a switch needs is missing, at whose field it is told. */
function checkTogether(stored: ReadonlyMap<string, unknown>, changes: readonly Change[]): void {
  const after = new Map(stored)
  for (const { name, value } of changes) after.set(name, value)
  const values: Readonly<Record<string, unknown>> = valuesOf(siteTable, after)
  const changed = new Set(changes.map(({ name }) => name))
  const fields: Record<string, string> = {}
  for (const [name, entry] of Object.entries<Entry>(siteTable)) {
    if (entry.kind !== 'switch' || !entry.needs || values[name] !== true) continue
    // A setting that was left empty long ago does not block other changes.
    if (![name, ...entry.needs].some(one => changed.has(one))) continue
    for (const needed of entry.needs)
      if (values[needed] === '') fields[needed] = operateWords.setting.needed(siteSettingLabel(name))
  }
  refuse(fields)
}

/** A gateway is not opened to buyers while its notices would go nowhere: told at the switch of the way to pay. */
function checkReach(
  { secrets, config }: SettingDeps,
  stored: ReadonlyMap<string, unknown>,
  changes: readonly Change[],
): void {
  const before = valuesOf(siteTable, stored, secrets)
  const changed = Object.fromEntries(changes.map(({ name, entry, value }) => [name, value ?? entry.default]))
  const outOfReach = (values: SiteValues) =>
    wayStates(values).filter(way => isOutOfReach(way, effectiveNames(config, values).publicUrl))
  const known = new Set(outOfReach(before).map(({ way }) => way))
  const opened = outOfReach({ ...before, ...changed }).filter(({ way }) => !known.has(way))
  refuse(
    Object.fromEntries(opened.map(({ switchedBy }) => [switchedBy, operateWords.setting.publicUrlMissing])),
  )
}

/** A value as the history keeps it: null for the default; of a secret only that there is one. */
function told(entry: Entry, value: unknown): string | null {
  if (value === undefined) return null
  return JSON.stringify(entry.kind === 'secret' ? true : value)
}

async function writeChanges(
  tx: Tx,
  deps: SettingDeps,
  scope: string,
  changes: readonly Change[],
  now: number,
): Promise<{ change: Change; before: string | null; after: string | null }[]> {
  const stored = await readSettings(tx, scope)
  const done = []
  for (const change of changes) {
    const { name, entry, value } = change
    const before = stored.get(name)
    if (value === undefined || (entry.kind === 'secret' && value === '')) {
      if (before === undefined) continue
      await removeSetting(tx, scope, name)
      done.push({ change, before: told(entry, before), after: null })
      continue
    }
    if (JSON.stringify(before) === JSON.stringify(value)) continue
    const kept = entry.kind === 'secret' ? deps.secrets.seal(settingSecretPurpose, String(value)) : value
    await writeSetting(tx, scope, name, kept, now)
    done.push({ change, before: told(entry, before), after: told(entry, value) })
  }
  return done
}

type Values = Readonly<Record<string, Value>>

/** Stored settings as a caller sees them, by name: values, and marks of secrets. */
function seenNow(table: SettingsTable, stored: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = valuesOf(table, stored)
  return Object.fromEntries(
    Object.entries(table).map(([name, { kind }]) => {
      if (kind !== 'secret') return [name, values[name]]
      return [name, stored.has(name) ? markOf(stored.get(name)) : null]
    }),
  )
}

/** The person who changed a setting of the site last, as far as the history goes back. */
async function lastChange(query: Query, name: string): Promise<Pick<ChangedElsewhere, 'by' | 'at'>> {
  const { rows } = await listChanges(query, siteScope, { name, page: 1, pageSize: 1 })
  return { by: rows[0]?.actor_name ?? null, at: rows[0] ? isoTime(rows[0].at) : null }
}

/** Throws when somebody else changed one of the settings since the caller saw it. */
async function refuseStale(
  tx: Tx,
  { own, site }: { own: readonly Change[]; site: readonly Change[] },
  stored: { own: ReadonlyMap<string, unknown>; site: ReadonlyMap<string, unknown> },
  seen: Values,
): Promise<void> {
  const wantedOf = (changes: readonly Change[]) =>
    Object.fromEntries(changes.map(({ name, entry, value }) => [name, value ?? entry.default]))
  const ownNow = seenNow(ownTable, stored.own)
  const siteNow = seenNow(siteTable, stored.site)
  const changed: ChangedElsewhere[] = changedMeanwhile(seen, wantedOf(own), ownNow).map(field => ({
    ...{ field, value: ownNow[field] },
    // Nobody but oneself changes them.
    ...{ by: null, at: null },
  }))
  for (const field of changedMeanwhile(seen, wantedOf(site), siteNow)) {
    const isSecret = entryOf(siteTable, field)?.kind === 'secret'
    const value = isSecret ? (siteNow[field] === null ? null : true) : siteNow[field]
    changed.push({ field, value, ...(await lastChange(tx, field)) })
  }
  if (changed.length > 0) throw overwriteRefused(changed)
}

export async function changeSettings(
  deps: SettingDeps,
  caller: LoggedIn,
  { values, seen = {} }: { values: Values; seen?: Values | undefined },
): Promise<void> {
  const changes = readChanges(values, caller)
  const { own, site } = changes
  checkFixed(deps, site)
  await checkGateways(deps, site)
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const scopes = [...(own.length > 0 ? [ownerKey(caller)] : []), ...(site.length > 0 ? [siteScope] : [])]
    for (const scope of scopes) await lockName(tx, deps.db, `settings ${scope}`)
    const stored = { own: await readSettings(tx, ownerKey(caller)), site: await readSettings(tx, siteScope) }
    await refuseStale(tx, changes, stored, seen)
    if (own.length > 0) await writeChanges(tx, deps, ownerKey(caller), own, now)
    if (site.length === 0 || caller.role !== 'admin') return
    checkTogether(stored.site, site)
    checkReach(deps, stored.site, site)
    const done = await writeChanges(tx, deps, siteScope, site, now)
    for (const { change, before, after } of done) {
      const { name } = change
      const row = { id: newId(now), at: now, scope: siteScope, name, actor_name: caller.name, before, after }
      await noteChange(tx, row)
    }
    if (done.length === 0) return
    await writeAudit(tx, caller, now, {
      action: 'updateSetting',
      target: fact('siteSettings', {}),
      detail: fact('settingsChanged', { names: done.map(({ change }) => change.name) }),
    })
  })
  if (site.length === 0) return
  await deps.site.changed()
  await deps.names.refresh()
}
