/**
 * Showing and changing settings: everybody's own, and for admins those of the site. All values of one request are right,
 * or none is kept. Changes of the site's are in the audit log and in the history, where secrets stand as a mark.
 */
import type { SettingEntry } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import type { LoggedIn } from '../../identity/access.ts'
import { newId } from '../../ids.ts'
import type { Secrets } from '../../secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ownTable } from './own-table.ts'
import { noteChange, readSettings, removeSetting, writeSetting } from './repository.ts'
import { type Entry, type SettingsTable, schemaOf } from './setting-entry.ts'
import { type SiteSettings, settingSecretPurpose, siteScope, valuesOf } from './site-settings.ts'
import { siteTable } from './site-table.ts'

export type SettingDeps = { db: Db; clock: Clock; site: SiteSettings; secrets: Secrets }

type Value = SettingEntry['value']

/** Where the settings of one person are kept. */
export const ownScope = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? caller.mailboxId : caller.accountId

export const ownValues = async (query: Query, caller: LoggedIn) =>
  valuesOf(ownTable, await readSettings(query, ownScope(caller)))

const entryOf = (table: SettingsTable, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

function shownEntry(
  scope: SettingEntry['scope'],
  name: string,
  entry: Entry,
  values: Readonly<Record<string, unknown>>,
): SettingEntry {
  const secret = entry.kind === 'secret'
  return {
    name,
    scope,
    group: entry.group,
    label: entry.label,
    help: entry.help,
    kind: entry.kind,
    value: secret ? (values[name] === '' ? null : true) : (values[name] as Value),
    default: entry.default as NonNullable<Value>,
    ...(entry.kind === 'number' || entry.kind === 'numberList' ? { min: entry.min, max: entry.max } : {}),
    ...(entry.kind === 'number' && entry.unit !== undefined ? { unit: entry.unit } : {}),
    ...(entry.kind === 'choice' ? { choices: [...entry.choices] } : {}),
  }
}

const entriesOf = (
  scope: SettingEntry['scope'],
  table: SettingsTable,
  values: Readonly<Record<string, unknown>>,
): SettingEntry[] => Object.entries(table).map(([name, entry]) => shownEntry(scope, name, entry, values))

/** The settings a caller may see; the site's are for admins. */
export async function shownSettings(deps: SettingDeps, caller: LoggedIn): Promise<SettingEntry[]> {
  const own = entriesOf('own', ownTable, await ownValues(deps.db.query, caller))
  if (caller.role !== 'admin') return own
  const stored = await readSettings(deps.db.query, siteScope)
  return [...own, ...entriesOf('site', siteTable, valuesOf(siteTable, stored, deps.secrets))]
}

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
    // Whoever is no admin learns nothing about the settings of the site, not even their names.
    if (!own && caller.role !== 'admin') throw new AppError('forbidden')
    const list = own ? changes.own : changes.site
    if (!entry) fields[name] = '没有这个设置'
    else if (value === null) list.push({ name, entry, value: undefined })
    else {
      const parsed = schemaOf(entry).safeParse(value)
      if (parsed.success) list.push({ name, entry, value: parsed.data })
      else fields[name] = parsed.error.issues[0]?.message ?? '填得不对'
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
  return changes
}

const mark = '••••••'

/** A value as the history shows it: null for the default. */
function told(entry: Entry, value: unknown): string | null {
  if (value === undefined) return null
  return entry.kind === 'secret' ? mark : JSON.stringify(value)
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

export async function changeSettings(
  deps: SettingDeps,
  caller: LoggedIn,
  values: Readonly<Record<string, Value>>,
): Promise<void> {
  const { own, site } = readChanges(values, caller)
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    if (own.length > 0) await writeChanges(tx, deps, ownScope(caller), own, now)
    if (site.length === 0 || caller.role !== 'admin') return
    const done = await writeChanges(tx, deps, siteScope, site, now)
    for (const { change, before, after } of done) {
      const { name } = change
      const row = { id: newId(now), at: now, scope: siteScope, name, actor_name: caller.name, before, after }
      await noteChange(tx, row)
    }
    if (done.length === 0) return
    await writeAudit(tx, caller, now, {
      action: 'updateSetting',
      target: '站点设置',
      detail: done.map(({ change }) => change.entry.label).join('，'),
    })
  })
  if (site.length > 0) await deps.site.changed()
}
