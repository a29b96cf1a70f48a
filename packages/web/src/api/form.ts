/**
 * Forms: rules from the contract's own schemas, the server's field errors at the fields, one submission at a
 * time, and no typed text is lost when it fails.
 */
import type { FormInstance } from 'antd'
import type { Rule } from 'antd/es/form'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from './api-error.ts'

type Schema = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } | undefined }
}

/** Returns the fields of a call's body, each with its schema. */
export function shapeOf<Shape>(call: { readonly body?: { readonly shape: Shape } }): Shape {
  if (call.body === undefined) throw new Error('the call has no body')
  return call.body.shape
}

/**
 * Returns a rule that reports the contract's words about a field. An empty optional field is left out of the
 * request.
 */
export function ruleOf(schema: Schema, options: { optional?: boolean } = {}): Rule {
  return {
    validator: (_, value: unknown) => {
      if (options.optional && (value === undefined || value === '')) return Promise.resolve()
      // Null is a value if the schema allows it; otherwise an emptied field is reported as empty.
      const none = value === null && schema.safeParse(null).success
      const { success, error } = schema.safeParse(none ? null : (value ?? ''))
      return success ? Promise.resolve() : Promise.reject(new Error(error?.issues[0]?.message ?? '填得不对'))
    },
  }
}

/** Turns `limits.domains` into the field at limits → domains. */
export function fieldPath(name: string): string[] {
  return name.split('.')
}

/**
 * Returns the form's field for a field of the request: `patterns.1` is shown at the field of the whole list,
 * if it has none of its own.
 */
function shownPath(form: FormInstance, name: string): string[] | null {
  const path = fieldPath(name)
  const index = path.findIndex(part => /^\d+$/.test(part))
  const list = index === -1 ? [] : [path.slice(0, index)]
  return [path, ...list].find(one => form.getFieldInstance(one) !== undefined) ?? null
}

/** Scrolls a field into the middle, since a bar may cover the edge of the page, and focuses it. */
export function showField(form: FormInstance, path: Parameters<FormInstance['scrollToField']>[0]): void {
  const before = document.activeElement
  form.scrollToField(path, { block: 'center', focus: true })
  const field = document.activeElement
  if (field !== before) field?.scrollIntoView({ block: 'center' })
}

/**
 * Puts the server's field errors at the fields of the form; returns the rest for the place above the button.
 */
export function showFieldErrors(form: FormInstance, error: unknown): string | null {
  if (!(error instanceof ApiError)) return messageOf(error)
  const told = Object.entries(error.fields).map(([name, message]) => ({
    path: shownPath(form, name),
    message,
  }))
  const here = new Map<string, { path: string[]; messages: string[] }>()
  for (const { path, message } of told) {
    if (path === null) continue
    const { messages } = here.get(path.join('.')) ?? { messages: [] }
    here.set(path.join('.'), { path, messages: [...messages.filter(one => one !== message), message] })
  }
  form.setFields([...here.values()].map(({ path, messages }) => ({ name: path, errors: messages })))
  const [first] = here.values()
  if (first) showField(form, first.path)
  return told.length > 0 && told.every(({ path }) => path !== null) ? null : messageOf(error)
}

/** Clears the errors at these fields, or at all. Otherwise fields without rules keep the server's words. */
export function clearErrors(form: FormInstance, names?: readonly string[]): void {
  const told = form.getFieldsError(names && [...names]).filter(({ errors }) => errors.length > 0)
  form.setFields(told.map(({ name }) => ({ name, errors: [] })))
}

export type Submit<Values> = {
  submit: (values: Values) => void
  busy: boolean
  failure: string | null
  setFailure: (failure: string | null) => void
}

/** Sends a form once at a time and reports failures at the fields or in `failure`. */
export function useSubmit<Values>(
  form: FormInstance<Values>,
  send: (values: Values) => Promise<void>,
): Submit<Values> {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  async function run(values: Values): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    clearErrors(form)
    try {
      await send(values)
    } catch (error) {
      setFailure(showFieldErrors(form, error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { submit: values => void run(values), busy, failure, setFailure }
}
