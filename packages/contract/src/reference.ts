/**
 * Makes the reference of a call for people: its fields, its errors and an example, all read from its schemas.
 * The API page uses nothing else, so every new call of the contract is on the page.
 */
import { type Call, commonErrors } from './call.ts'
import { type CallName, calls } from './calls.ts'
import type { ErrorName } from './error-codes.ts'
import { errors } from './errors.ts'
import { fileWords, type Json, jsonSchema, queryType } from './json-schema.ts'

export type Place = 'path' | 'query' | 'header' | 'body' | 'answer'

export type Field = {
  /** The path of the field: `mail.from.address`, `list[].id`. */
  readonly path: string
  readonly place: Place
  readonly type: string
  readonly required: boolean
  readonly words: string
}

export type CallReference = {
  readonly name: CallName
  readonly call: Call
  readonly request: readonly Field[]
  readonly answer: readonly Field[]
  readonly errors: readonly { name: ErrorName; code: number; status: number; msg: string }[]
}

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  required?: string[]
  format?: string
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const maxDepth = 4
const manyChoices = 8
/** A larger bound only protects machines and tells people nothing. */
const toldBound = 1_000_000
const toldLength = 100

const isNull = (schema: Schema): boolean => schema.type === 'null'

/** Returns the schema without null, and whether null is allowed. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter(type => type !== 'null')
    const [only = 'any', ...others] = types
    const kept = others.length === 0 ? { ...schema, type: only } : { ...schema, type: types.join(' | ') }
    return { schema: kept, nullable: types.length < schema.type.length }
  }
  const rest = schema.anyOf?.filter(option => !isNull(option))
  if (!schema.anyOf || !rest || rest.length === schema.anyOf.length) return { schema, nullable: false }
  const [only, ...more] = rest
  const kept = only && more.length === 0 ? only : { anyOf: rest }
  return {
    schema: { ...kept, ...(schema.description ? { description: schema.description } : {}) },
    nullable: true,
  }
}

function typeWord(given: Schema): string {
  const { schema, nullable } = withoutNull(given)
  const word = plainTypeWord(schema)
  return nullable ? `${word} | null` : word
}

function plainTypeWord(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) {
    return schema.enum.length <= manyChoices ? schema.enum.map(String).join(' | ') : 'string'
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWord))].join(' | ')
  if (schema.type === 'array') {
    const item = schema.items ? typeWord(schema.items) : 'any'
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.format === 'date-time') return '时间'
  if (schema.format === 'date') return '日期'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function boundsWords(schema: Schema): string {
  const told = (value: number | undefined) => value !== undefined && Math.abs(value) <= toldBound
  if (told(schema.minimum) && told(schema.maximum)) return `${schema.minimum} 到 ${schema.maximum}`
  if (schema.format === undefined && schema.maxLength !== undefined && schema.maxLength <= toldLength)
    return `最多 ${schema.maxLength} 个字`
  return ''
}

function wordsOf(schema: Schema): string {
  const inner = withoutNull(schema).schema
  const words = schema.description ?? inner.description ?? ''
  const bounds = boundsWords(inner)
  const many = inner.enum && inner.enum.length > manyChoices ? `可选 ${inner.enum.join('、')}` : ''
  return [words, bounds, many].filter(part => part !== '').join('，')
}

function fieldsOf(schema: Schema, place: Place, prefix = '', depth = 0): Field[] {
  const fields: Field[] = []
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = `${prefix}${name}`
    const required = place === 'path' || (schema.required ?? []).includes(name)
    fields.push({ path, place, type: typeWord(property), required, words: wordsOf(property) })
    if (depth + 1 >= maxDepth) continue
    const inner = withoutNull(property).schema
    if (inner.properties) fields.push(...fieldsOf(inner, place, `${path}.`, depth + 1))
    const item = inner.items && withoutNull(inner.items).schema
    if (item?.properties) fields.push(...fieldsOf(item, place, `${path}[].`, depth + 1))
  }
  return fields
}

function queryFields(schema: Schema): Field[] {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, queryType(property as Json)]),
  )
  return fieldsOf({ ...schema, properties: properties as Record<string, Schema> }, 'query')
}

const uploadField: Field = {
  path: 'file',
  place: 'body',
  type: 'file',
  required: true,
  words: fileWords,
}

function requestFields(call: Call): Field[] {
  return [
    ...(call.params ? fieldsOf(jsonSchema(call.params, 'input') as Schema, 'path') : []),
    ...(call.query ? queryFields(jsonSchema(call.query, 'input') as Schema) : []),
    ...(call.headers ? fieldsOf(jsonSchema(call.headers, 'input') as Schema, 'header') : []),
    ...(call.multipart ? [uploadField] : []),
    ...(call.body ? fieldsOf(jsonSchema(call.body, 'input') as Schema, 'body') : []),
  ]
}

function errorsOf(call: Call): CallReference['errors'] {
  const needsLogin: ErrorName[] = call.who.includes('visitor') ? [] : ['loginNeeded', 'forbidden']
  const names = new Set<ErrorName>([...needsLogin, ...call.errors, ...commonErrors])
  return [...names].map(name => ({ name, ...errors[name] })).sort((a, b) => a.code - b.code)
}

export function referenceOf(name: CallName): CallReference {
  const call = calls[name] as Call
  return {
    name,
    call,
    request: requestFields(call),
    answer: call.answers === undefined ? fieldsOf(jsonSchema(call.answer, 'output') as Schema, 'answer') : [],
    errors: errorsOf(call),
  }
}
