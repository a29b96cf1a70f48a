import type { FormInstance } from 'antd'
import { expect, it } from 'vitest'
import { clearErrors } from './form.ts'

/** What of a form is needed here, over the errors that its fields show. */
function formOf(shown: Record<string, string[]>): FormInstance {
  const form: Partial<FormInstance> = {
    getFieldsError: (names = Object.keys(shown)) =>
      names.map((name: unknown) => ({
        name: [String(name)],
        errors: shown[String(name)] ?? [],
        warnings: [],
      })),
    setFields: fields => {
      for (const { name, errors } of fields) shown[String(name)] = errors ?? []
    },
  }
  return form as FormInstance
}

it('takes back what was said at some fields, or at all', () => {
  const shown = { one: ['太短'], two: ['太长'], three: [] }
  clearErrors(formOf(shown), ['one', 'three'])
  expect(shown).toEqual({ one: [], two: ['太长'], three: [] })
  clearErrors(formOf(shown))
  expect(shown).toEqual({ one: [], two: [], three: [] })
})
