/** The schemas of calls as JSON Schema, for the documents that are made from them. */
import { z } from 'zod'

export type Json = Record<string, unknown>

/** What a multipart body has; there is no schema to say it. */
export const fileWords = '一个文件，multipart/form-data'

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  delete made.$schema
  return made
}

/** Numbers and flags travel as text in a query; the documents name what they mean. */
export function queryType(schema: Json): Json {
  const { anyOf, description } = schema as { anyOf?: Json[]; description?: string }
  const number = anyOf?.find(option => option.type === 'integer')
  const flag = anyOf?.some(option => option.type === 'boolean')
  if (number) return { type: 'integer', ...(description ? { description } : {}) }
  if (flag) return { type: 'string', enum: ['0', '1'], ...(description ? { description } : {}) }
  return schema
}
