/** Examples for calls, made from their schemas: a request that passes them, and an answer of the right shape. */
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import { type ExampleRequest, requestsFor } from './example-requests.ts'
import { id } from './fields.ts'
import { type Json, jsonSchema } from './json-schema.ts'
import type { Known } from './placeholders.ts'

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  minimum?: number
  minLength?: number
  pattern?: string
}

const someId = '01jcq8z4t7k3m9v2x5b8n1d6fh'
/** A field of this form holds the id of a thing, whatever its name. */
const idPattern = id.def.checks
  ?.map(check => (check._zod.def as { pattern?: RegExp }).pattern?.source)
  .find(source => source !== undefined)
const someTime = '2026-03-05T02:32:07Z'

/** Readable values by the name of their field. */
const byName: Readonly<Record<string, unknown>> = {
  id: someId,
  ids: [someId],
  mailboxId: someId,
  mailboxIds: [someId],
  ownerId: null,
  domain: 'example.com',
  name: '示例',
  names: ['xiaoyan', 'laishu'],
  localPart: 'xiaoyan',
  username: 'xiaoyan',
  password: 'a long password',
  address: 'xiaoyan@example.com',
  phone: '13800000000',
  host: 'relay.example.com',
  endpoint: 'https://push.example.com/one',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  url: 'https://example.com/hook',
  subject: '你好',
  html: '<p>你好</p>',
  text: '你好',
  words: '它一直给我发垃圾邮件。',
  reason: 'spam',
  contact: '',
  note: '备注',
  content: 'xiao',
  q: '验证码',
  day: '2026-03-05',
  from: someTime,
  to: someTime,
}

function exampleOf(
  schema: Schema,
  name: string,
  values: Readonly<Record<string, unknown>>,
  whole: boolean,
): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const nullable =
    schema.anyOf?.some(option => option.type === 'null') ||
    (Array.isArray(schema.type) && schema.type.includes('null'))
  const inner = schema.anyOf?.find(option => option.type !== 'null')
  if (Object.hasOwn(values, name) && (schema.type !== 'array' || Array.isArray(values[name]))) {
    const value = values[name]
    const fits = schema.type === undefined || schema.type === typeof value || Array.isArray(value) || nullable
    if (fits) return value
  }
  if (schema.pattern === idPattern) return someId
  if (inner) return exampleOf(inner, name, values, whole)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return exampleObject(schema, values, whole)
    case 'array':
      return schema.items ? [exampleOf(schema.items, name, values, whole)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      if (schema.format === 'date-time') return someTime
      return '示例'.padEnd(schema.minLength ?? 0, '。')
  }
}

function exampleObject(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  whole: boolean,
): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties).filter(name => whole || required.includes(name))
  return Object.fromEntries(names.map(name => [name, exampleOf(properties[name] ?? {}, name, values, whole)]))
}

const schemaOf = (given: Json): Schema => given as Schema

/**
 * Makes a request that passes the schemas of a call, with the required fields and little more. Known values
 * are filled in.
 */
export function exampleRequest(name: CallName, known: Known = {}): ExampleRequest {
  const call = calls[name] as Call
  const part = (schema: Call['body']) =>
    schema && exampleObject(schemaOf(jsonSchema(schema, 'input')), byName, false)
  const params = part(call.params)
  const query = part(call.query)
  const body = part(call.body)
  return {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...requestsFor(known)[name],
  }
}

/** Makes a successful answer. */
export function exampleAnswer(name: CallName): Record<string, unknown> {
  const call = calls[name] as Call
  const values = { ...byName, code: '482913', name: '小雁' }
  const fields = exampleObject(schemaOf(jsonSchema(call.answer, 'output')), values, true)
  return { error: 0, msg: '', ...fields }
}
