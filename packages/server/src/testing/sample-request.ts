/**
 * Makes a request that passes the schema of any call from the schema itself, so that a new call is covered
 * automatically.
 */
import type { Call, CallName } from '@yanshu/contract'
import { z } from 'zod'
import type { TestRequest } from './test-app.ts'

type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  minimum?: number
  minLength?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  format?: string
}

/**
 * Ids of the right form that belong to nothing. The first means "no particular one", so that only required
 * fields are filled in.
 */
export const strangersId = '01strangerstrangerstranger'
export const absentId = '01absentabsentabsentabsent'

/** The fields that hold the id of a thing. */
const idFields = new Set([
  'id',
  'mailbox',
  'mailboxId',
  'batch',
  'batchId',
  'domainId',
  'ownerId',
  'planId',
  'fileId',
  'parentId',
])
const idLists = new Set(['ids', 'mailboxIds'])

const byName: Readonly<Record<string, unknown>> = {
  domain: 'yanshu.test',
  name: 'example.org',
  username: 'somebody',
  address: 'somebody@yanshu.test',
  localPart: 'somebody',
  phone: '13800000000',
  newPassword: 'a new long password',
  attachmentId: '1',
  url: 'https://example.org/',
}

/** Requests for conditions between fields, which a schema cannot express. */
const byCall: Partial<Record<CallName, Record<string, unknown>>> = {
  endSession: { id: strangersId },
  setReadEmail: { ids: [strangersId], read: true },
  waitEmail: { timeout: 1 },
  updateSetting: { values: { displayName: '雁书' } },
  setPush: {
    endpoint: 'https://push.example.org/one',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  deleteEmailsInTimeRange: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
}

function sampleOf(schema: JsonSchema, name: string, id: string): unknown {
  if (idFields.has(name)) return id
  // In a query string several ids are one text.
  if (idLists.has(name)) return schema.type === 'string' ? id : [id]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (Object.hasOwn(byName, name)) return byName[name]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name, id)
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, id)
    case 'array':
      return schema.items ? [sampleOf(schema.items, name, id)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return schema.format === 'date-time'
        ? '2026-01-01T00:00:00Z'
        : 'sample-text'.padEnd(schema.minLength ?? 0, 'x')
  }
}

function sampleObject(schema: JsonSchema, id: string): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties).filter(
    name => required.includes(name) || (id !== strangersId && (idFields.has(name) || idLists.has(name))),
  )
  return Object.fromEntries(names.map(name => [name, sampleOf(properties[name] ?? {}, name, id)]))
}

function sampleFor(name: CallName, schema: z.ZodObject, id: string): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const sample = { ...sampleObject(json, id), ...byCall[name] }
  for (const field of Object.keys(sample)) {
    if (idFields.has(field)) sample[field] = id
    if (idLists.has(field)) sample[field] = typeof sample[field] === 'string' ? id : [id]
  }
  const { error } = schema.safeParse(sample)
  if (error) throw new Error(`the sample for ${name} does not pass its schema: ${error.message}`)
  return sample
}

/** Makes the request, with the given id in every field that names a thing. */
export function sampleRequest(name: CallName, call: Call, id = strangersId): TestRequest {
  return {
    ...(call.params ? { params: sampleFor(name, call.params, id) as Record<string, string> } : {}),
    ...(call.query ? { query: sampleFor(name, call.query, id) } : {}),
    ...(call.body ? { body: sampleFor(name, call.body, id) } : {}),
  }
}

/** True when a call names a thing by its id. */
export function namesThing(call: Call): boolean {
  const fields = [call.params, call.query, call.body].flatMap(schema => Object.keys(schema?.shape ?? {}))
  return fields.some(field => idFields.has(field) || idLists.has(field))
}
