/** Turns the schemas of calls into JSON Schema for the generated documents. */
import { z } from 'zod'

export type Json = Record<string, unknown>

/** Describes the file of a multipart body, which has no schema. */
export const fileWords = '一个文件，multipart/form-data'

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  delete made.$schema
  return made
}

/** Numbers and flags travel as text in a query; the documents show the type that they mean. */
export function queryType(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] } & Json
  if (anyOf?.some(option => option.type === 'boolean')) return { type: 'boolean', ...rest }
  if (anyOf?.some(option => option.type === 'integer')) return { type: 'integer', ...rest }
  return schema
}
