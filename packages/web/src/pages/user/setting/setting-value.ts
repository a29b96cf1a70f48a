/** A setting between the wire and its field: how each kind is shown for editing, and what is sent back. Pure. */
import type { SettingEntry } from '@yanshu/contract'

export type FieldValue = string | number | boolean | null
export type WireValue = NonNullable<SettingEntry['value']>

/** What the field shows. A secret is never shown; its field starts empty. */
export function toField(entry: SettingEntry): FieldValue {
  const value = entry.value ?? entry.default
  switch (entry.kind) {
    case 'secret':
      return ''
    case 'list':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'numberList':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'switch':
      return value === true
    case 'number':
      return typeof value === 'number' ? value : null
    default:
      return typeof value === 'string' ? value : String(value)
  }
}

/** What is sent, or the words of what is wrong with it. */
export function fromField(entry: SettingEntry, field: FieldValue): { value: WireValue } | { wrong: string } {
  switch (entry.kind) {
    case 'list':
      return {
        value: String(field ?? '')
          .split('\n')
          .map(line => line.trim())
          .filter(Boolean),
      }
    case 'numberList': {
      const parts = String(field ?? '')
        .split(/[\s,，、]+/)
        .filter(Boolean)
      const numbers = parts.map(Number)
      return numbers.some(number => !Number.isFinite(number))
        ? { wrong: '只能填数字，用逗号隔开' }
        : { value: numbers }
    }
    case 'number':
      return typeof field === 'number' ? { value: field } : { wrong: '要填数字' }
    case 'switch':
      return { value: field === true }
    default:
      return { value: String(field ?? '') }
  }
}

/** The fields that differ from what is stored, ready to send. */
export function changedValues(
  entries: readonly SettingEntry[],
  fields: Readonly<Record<string, FieldValue | undefined>>,
): { values: Record<string, WireValue>; wrong: Record<string, string> } {
  const values: Record<string, WireValue> = {}
  const wrong: Record<string, string> = {}
  for (const entry of entries) {
    const field = fields[entry.name]
    if (field === undefined || field === toField(entry)) continue
    const read = fromField(entry, field)
    if ('wrong' in read) wrong[entry.name] = read.wrong
    else values[entry.name] = read.value
  }
  return { values, wrong }
}

/** Whether a setting stands at its default. What a secret is nobody knows, only whether there is one. */
export function isDefault(entry: SettingEntry): boolean {
  if (entry.kind === 'secret') return entry.value === null || entry.value === false || entry.value === ''
  return entry.value === null || JSON.stringify(entry.value) === JSON.stringify(entry.default)
}

export function groupsOf(entries: readonly SettingEntry[]): { name: string; entries: SettingEntry[] }[] {
  const groups = Map.groupBy(entries, entry => entry.group)
  return [...groups].map(([name, members]) => ({ name, entries: members }))
}

/** Settings whose name, label or explanation has the word. */
export function searchSettings(entries: readonly SettingEntry[], word: string): SettingEntry[] {
  const wanted = word.trim().toLowerCase()
  return entries.filter(entry =>
    `${entry.label}\n${entry.help}\n${entry.name}\n${entry.group}`.toLowerCase().includes(wanted),
  )
}

/** A value of the history in words: JSON as people would write it, the default, or the mark of a secret. */
export function changeText(value: string | null): string {
  if (value === null) return '默认'
  try {
    const read: unknown = JSON.parse(value)
    if (typeof read === 'boolean') return read ? '开' : '关'
    if (Array.isArray(read)) return read.length === 0 ? '（空）' : read.join('、')
    return String(read) === '' ? '（空）' : String(read)
  } catch {
    return value
  }
}
