/** A setting between the wire and its field: how each kind is shown for editing, and what is sent back. Pure. */
import type { SettingEntry } from '@yanshu/contract'
import { numberFault } from '../../../../ui/number-rule.ts'
import { shortened } from '../../../../ui/shortened.ts'

/** Null empties a number, and takes a secret away. */
export type FieldValue = string | number | boolean | null
export type WireValue = NonNullable<SettingEntry['value']>

/** Returns a value as its field holds it. A secret is never shown; its field starts empty. */
function fieldOf(entry: SettingEntry, value: WireValue): FieldValue {
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

/** Returns the stored value for the field. */
export const toField = (entry: SettingEntry): FieldValue => fieldOf(entry, entry.value ?? entry.default)

/** Returns what the field holds when the setting is to go back to its default. */
export const defaultField = (entry: SettingEntry): FieldValue =>
  entry.kind === 'secret' ? null : fieldOf(entry, entry.default)

/** Returns the value of a field, or the words for its fault. */
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
    case 'number': {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = entry
      const fault = numberFault(field, { min, max })
      return fault === null ? { value: field as number } : { wrong: fault }
    }
    case 'switch':
      return { value: field === true }
    default:
      return { value: String(field ?? '') }
  }
}

export type Change = { value: WireValue | null } | { wrong: string }

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns what a field changes, or null when it changes nothing. A default is kept as such, not as its value. */
export function changeOf(entry: SettingEntry, field: FieldValue): Change | null {
  if (field === toField(entry)) return null
  if (entry.kind === 'secret' && field === null) return isDefault(entry) ? null : { value: null }
  const read = fromField(entry, field)
  if ('wrong' in read) return read
  if (entry.kind === 'secret') return read
  if (same(read.value, entry.value ?? entry.default)) return null
  return same(read.value, entry.default) ? { value: null } : read
}

/** True when a setting is at its default. Nobody can see the value of a secret, only whether there is one. */
export function isDefault(entry: SettingEntry): boolean {
  if (entry.kind === 'secret') return entry.value === null || entry.value === false || entry.value === ''
  return entry.value === null || same(entry.value, entry.default)
}

/** Settings whose name, label, group, choices or explanation has every one of the words. */
export function searchSettings(entries: readonly SettingEntry[], words: string): SettingEntry[] {
  return entries.filter(({ label, help, name, group, choices = [] }) =>
    hasWords([label, help, name, group, ...choices.map(choice => choice.label)].join('\n'), words),
  )
}

export function hasWords(text: string, words: string): boolean {
  const hay = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => hay.includes(word))
}

/** How much a long text or list holds. */
export function extentOf(kind: SettingEntry['kind'], field: FieldValue): string {
  const text = String(field ?? '').trim()
  if (text === '') return '空着'
  if (kind === 'longText') return `${text.length.toLocaleString('zh-CN')} 字`
  return `${text.split('\n').filter(line => line.trim() !== '').length} 行`
}

/** Kinds whose values have room beside their field. */
export const shortKinds: readonly SettingEntry['kind'][] = ['switch', 'number', 'choice']

const textAtMost = 60

/** A value in a few words. */
export function valueText(entry: SettingEntry, value: WireValue): string {
  const { kind, unit = '', choices = [] } = entry
  switch (kind) {
    case 'switch':
      return value === true ? '开' : '关'
    case 'number':
      return `${Number(value).toLocaleString('zh-CN')} ${unit}`.trim()
    case 'choice':
      return choices.find(choice => choice.value === value)?.label ?? String(value)
    default: {
      const text = String(fieldOf(entry, value)).replaceAll('\n', '、')
      return text === '' ? '空着' : `“${shortened(text, textAtMost)}”`
    }
  }
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
