/** The text typed into the settings is kept apart from the stored values, so that neither hides the other. */
import type { SettingEntry } from '@yanshu/contract'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, messageOf, reasonOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { loadVariables } from '../../../../api/start-up.ts'
import { showError, showToast, showUndo } from '../../../../ui/toast.ts'
import { useUnsaved } from '../../../../ui/unsaved.tsx'
import { useRenewSettings, useTakeSettings } from '../shared/queries.ts'
import { changeOf, defaultField, type FieldValue, same, toField, type WireValue } from './setting-value.ts'

/** The person who changed a setting meanwhile; nulls where nobody noted it. */
export type By = { by: string | null; at: string | null }

/** With each field the value that was seen when somebody began to type. */
type Typed = Readonly<Record<string, { field: FieldValue; seen: SeenValue }>>
type SeenValue = SettingEntry['value']
type Faults = Readonly<Record<string, string>>

const without = <Value>(all: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

/** A secret is seen by its mark. */
const seenIn = ({ kind, value, mark }: SettingEntry): SeenValue =>
  kind === 'secret' ? (mark ?? null) : value

/** The server names a field where it stands in the request, or by the setting alone. */
const plainNames = (fields: Faults): Faults =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^values\./, ''), text]))

export type SettingForm = ReturnType<typeof useSettingForm>

/** `onFault` leads to the first setting that is wrong. */
export function useSettingForm(entries: readonly SettingEntry[], onFault: (name: string) => void) {
  const [typed, setTyped] = useState<Typed>({})
  const [told, setTold] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [changers, setChangers] = useState<Readonly<Record<string, By>>>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const take = useTakeSettings()
  const renew = useRenewSettings()

  const fieldOf = (entry: SettingEntry): FieldValue => {
    const own = typed[entry.name]
    return own === undefined ? toField(entry) : own.field
  }
  const changeIn = (entry: SettingEntry) => changeOf(entry, fieldOf(entry))
  const unsaved = entries.filter(entry => changeIn(entry) !== null)
  useUnsaved(unsaved.length > 0, 'tab')

  const faultOf = (entry: SettingEntry): string | null => {
    const change = changeIn(entry)
    return change !== null && 'wrong' in change ? change.wrong : (told[entry.name] ?? null)
  }
  const overtakenBy = (entry: SettingEntry): By | null => {
    const own = typed[entry.name]
    if (own === undefined || same(own.seen, seenIn(entry)) || changeIn(entry) === null) return null
    return changers[entry.name] ?? { by: null, at: null }
  }
  const forget = (names: readonly string[]) => {
    setTyped(known => without(known, names))
    setTold(known => without(known, names))
  }
  const type = (entry: SettingEntry, field: FieldValue) => {
    setTyped(known =>
      field === toField(entry)
        ? without(known, [entry.name])
        : { ...known, [entry.name]: { seen: seenIn(entry), ...known[entry.name], field } },
    )
    setTold(known => without(known, [entry.name]))
    setFailure(null)
  }

  /** Returns the settings that must be looked at first; none when all is stored. */
  async function send(): Promise<Faults> {
    const values: Record<string, WireValue | null> = {}
    const seen: Record<string, SeenValue> = {}
    for (const entry of unsaved) {
      if (overtakenBy(entry)) return { [entry.name]: '' }
      const change = changeIn(entry)
      seen[entry.name] = typed[entry.name]?.seen ?? null
      if (change !== null && 'wrong' in change) return { [entry.name]: change.wrong }
      if (change !== null) values[entry.name] = change.value
    }
    try {
      take(await api.updateSetting({ body: { values, seen } }))
    } catch (error) {
      const changed = error instanceof ApiError ? error.changed : []
      if (changed.length > 0) {
        setChangers(Object.fromEntries(changed.map(({ field, by, at }) => [field, { by, at }])))
        await renew()
        return Object.fromEntries(changed.map(({ field }) => [field, '']))
      }
      const fields = error instanceof ApiError ? plainNames(error.fields) : {}
      setTold(fields)
      if (!entries.some(({ name }) => name in fields)) setFailure(messageOf(error))
      return fields
    }
    forget(Object.keys(values))
    showToast('已保存')
    loadVariables().catch((error: unknown) => showError(reasonOf(error)))
    return {}
  }

  async function save(): Promise<void> {
    if (running.current || unsaved.length === 0) return
    running.current = true
    setBusy(true)
    setFailure(null)
    const faults = await send()
    running.current = false
    setBusy(false)
    const first = entries.find(({ name }) => name in faults)
    if (first) onFault(first.name)
  }

  return {
    entries,
    unsaved,
    busy,
    failure,
    fieldOf,
    faultOf,
    type,
    isUnsaved: (entry: SettingEntry) => unsaved.includes(entry),
    undo: ({ name }: SettingEntry) => forget([name]),
    overtakenBy,
    /** The person has seen the value that somebody else set, and wants the own one all the same. */
    keepMine: (entry: SettingEntry) =>
      setTyped(known => ({
        ...known,
        [entry.name]: { field: toField(entry), ...known[entry.name], seen: seenIn(entry) },
      })),
    reset: (entry: SettingEntry) => type(entry, defaultField(entry)),
    save: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
    discard() {
      setTyped({})
      setTold({})
      setFailure(null)
      showUndo('改动已放弃', () => setTyped(typed))
    },
  }
}
