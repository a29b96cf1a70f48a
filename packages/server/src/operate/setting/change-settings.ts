/** Showing and changing settings. All values of one request are right, or none is kept. */
import type { SettingEntry } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { LoggedIn } from '../../identity/access.ts'
import type { Secrets } from '../../secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { readSettings, removeSetting, writeSetting } from './repository.ts'
import { type Entry, schemaOf } from './setting-entry.ts'
import { type SiteSettings, sealSetting, siteScope, siteValues } from './site-settings.ts'
import { siteTable } from './site-table.ts'

type Deps = { db: Db; clock: Clock; site: SiteSettings; secrets: Secrets }

type Value = SettingEntry['value']

const entryOf = (name: string): Entry | undefined =>
  Object.hasOwn(siteTable, name) ? siteTable[name as keyof typeof siteTable] : undefined

/** The settings a caller may see; the site's are for admins. */
export async function shownSettings(deps: Deps, caller: LoggedIn): Promise<SettingEntry[]> {
  if (caller.role !== 'admin') return []
  const values: Readonly<Record<string, unknown>> = siteValues(await readSettings(deps.db.query, siteScope))
  return Object.entries(siteTable).map(([name, entry]) => ({
    name,
    scope: 'site',
    group: entry.group,
    label: entry.label,
    help: entry.help,
    kind: entry.kind,
    ...('choices' in entry ? { choices: [...entry.choices] } : {}),
    // Of a secret only whether there is one.
    value: entry.kind === 'secret' ? values[name] !== '' : (values[name] as Value),
    default: entry.default as NonNullable<Value>,
  }))
}

export async function changeSettings(
  deps: Deps,
  caller: LoggedIn,
  values: Readonly<Record<string, Value>>,
): Promise<void> {
  if (caller.role !== 'admin') throw new AppError('forbidden')
  const fields: Record<string, string> = {}
  const changes: { name: string; value: unknown }[] = []
  for (const [name, value] of Object.entries(values)) {
    const entry = entryOf(name)
    if (!entry) {
      fields[name] = '没有这个设置'
      continue
    }
    if (value === null) {
      changes.push({ name, value: undefined })
      continue
    }
    const parsed = schemaOf(entry).safeParse(value)
    if (parsed.success && entry.kind === 'secret')
      changes.push({ name, value: sealSetting(deps.secrets, name, String(parsed.data)) })
    else if (parsed.success) changes.push({ name, value: parsed.data })
    else fields[name] = parsed.error.issues[0]?.message ?? '填得不对'
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    for (const { name, value } of changes) {
      if (value === undefined) await removeSetting(tx, siteScope, name)
      else await writeSetting(tx, siteScope, name, value, now)
    }
    await writeAudit(tx, caller, now, {
      action: 'updateSetting',
      target: '站点设置',
      detail: changes.map(change => change.name).join(', '),
    })
  })
  await deps.site.changed()
}
