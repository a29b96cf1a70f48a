import type { FormInstance } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { clearErrors, showFieldErrors } from './form.ts'

/**
 * The parts of a form that these tests need, with the errors that its fields show. A shown field has the
 * focus.
 */
function formOf(shown: Record<string, string[]>, element: unknown = null): FormInstance {
  const nameOf = (path: unknown) => (Array.isArray(path) ? path.join('.') : String(path))
  const form: Partial<FormInstance> = {
    getFieldInstance: path => (nameOf(path) in shown ? {} : undefined),
    getFieldsError: (names = Object.keys(shown)) =>
      names.map((name: unknown) => ({
        name: [String(name)],
        errors: shown[String(name)] ?? [],
        warnings: [],
      })),
    setFields: fields => {
      for (const { name, errors } of fields) shown[nameOf(name)] = errors ?? []
    },
    scrollToField: () => vi.stubGlobal('document', { activeElement: element }),
  }
  return form as FormInstance
}

const refused = (fields: Record<string, string>) =>
  new ApiError({ error: 1001, msg: '有内容填得不对，请看提示', fields })

beforeEach(() => void vi.stubGlobal('document', { activeElement: null }))
afterEach(() => void vi.unstubAllGlobals())

it('takes back what was said at some fields, or at all', () => {
  const shown = { one: ['太短'], two: ['太长'], three: [] }
  clearErrors(formOf(shown), ['one', 'three'])
  expect(shown).toEqual({ one: [], two: ['太长'], three: [] })
  clearErrors(formOf(shown))
  expect(shown).toEqual({ one: [], two: [], three: [] })
})

it('brings the first refused field into the middle', () => {
  const scrollIntoView = vi.fn()
  const form = formOf({ 'limits.domains': [] }, { scrollIntoView })
  expect(showFieldErrors(form, refused({ 'limits.domains': '太多' }))).toBeNull()
  expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'center' })
})

it('says what is wrong with items of a list at the field of the list', () => {
  const shown = { patterns: [], note: [] }
  const fields = { 'patterns.1': '“x !!”：不是邮箱地址', 'patterns.3': '“y !!”：不是邮箱地址' }
  expect(showFieldErrors(formOf(shown), refused(fields))).toBeNull()
  expect(shown).toEqual({ patterns: Object.values(fields), note: [] })
})

it('says above the button what belongs to no field', () => {
  const shown = { note: [] }
  const fields = { 'patterns.1': '不是邮箱地址', note: '太长' }
  expect(showFieldErrors(formOf(shown), refused(fields))).toBe('有内容填得不对，请看提示')
  expect(shown).toEqual({ note: ['太长'] })
})
