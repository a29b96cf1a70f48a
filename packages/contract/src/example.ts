/** Examples for calls, made from their schemas: a request that passes them, and an answer of the right shape. */
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import { id } from './fields.ts'
import { type Json, jsonSchema } from './json-schema.ts'

/** What is known of the one who looks at the example; it makes an example that does something. */
export type Known = {
  readonly domain?: string
  readonly mailboxId?: string
  readonly address?: string
  readonly mailId?: string
}

export type ExampleRequest = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

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
/** Whatever it is called, a field of this form is the number of a thing. */
const idPattern = id.def.checks
  ?.map(check => (check._zod.def as { pattern?: RegExp }).pattern?.source)
  .find(source => source !== undefined)
const someTime = '2026-03-05T02:32:07Z'

/** Values that read well, by the name of their field. */
const byName = (known: Known): Readonly<Record<string, unknown>> => ({
  id: someId,
  ids: [someId],
  mailboxId: known.mailboxId ?? someId,
  mailboxIds: [known.mailboxId ?? someId],
  ownerId: null,
  domain: known.domain ?? 'example.com',
  name: '示例',
  names: ['xiaoyan', 'laishu'],
  localPart: 'xiaoyan',
  username: 'xiaoyan',
  password: 'a long password',
  newPassword: 'a longer password',
  oldPassword: 'a long password',
  address: known.address ?? 'xiaoyan@example.com',
  phone: '13800000000',
  code: 'ABCD-EFGH-JKMN-PQRS',
  totp: '123456',
  attachmentId: '1',
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
})

/** What schemas cannot say: conditions between fields, and the fields that make a call worth seeing. */
const byCall = (known: Known): Partial<Record<CallName, ExampleRequest>> => ({
  waitEmail: { query: { mailbox: known.address ?? 'xiaoyan@example.com', code: '1', timeout: 30 } },
  getInbox: { query: { ...(known.mailboxId ? { mailbox: known.mailboxId } : {}), pageSize: 10 } },
  getEmail: { params: { id: known.mailId ?? someId } },
  getEmailSource: { params: { id: known.mailId ?? someId } },
  getAttachment: { params: { id: known.mailId ?? someId, attachmentId: '1' } },
  getImage: { params: { id: known.mailId ?? someId }, query: { url: 'https://example.com/logo.png' } },
  setReadEmail: { body: { ids: [known.mailId ?? someId], read: true } },
  updateEmail: { body: { ids: [known.mailId ?? someId], starred: true } },
  sendEmail: {
    body: {
      from: known.address ?? 'xiaoyan@example.com',
      to: [known.address ?? 'laishu@example.com'],
      subject: '你好',
      text: '你好',
    },
  },
  setForwarding: { body: { mailbox: known.mailboxId ?? someId, to: ['laishu@example.com'], keep: true } },
  addDomain: { body: { name: 'example.com' } },
  createEmailAccount: { body: { domain: known.domain ?? 'example.com', names: ['xiaoyan', 'laishu'] } },
  batchEditEmailAccount: { body: { ids: [known.mailboxId ?? someId], note: '备注', dryRun: true } },
  createEmail: { body: { domain: known.domain ?? 'example.com', lifetime: { minutes: 60 } } },
  sendTestMail: { body: { mailbox: known.mailboxId ?? someId } },
  deleteEmailsInTimeRange: {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', dryRun: true },
  },
  endSession: { body: { id: someId } },
  updateSetting: { body: { values: { dateStyle: 'exact' } } },
  addBlock: { body: { kind: 'sender', patterns: ['spam.example'], note: '备注' } },
  addWebhook: {
    body: {
      name: '我的程序',
      kind: 'generic',
      url: 'https://example.com/hook',
      onlyCode: true,
      mailbox: null,
      enabled: true,
    },
  },
})

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

/** A request that passes the schemas of a call, with what must be there and little more. */
export function exampleRequest(name: CallName, known: Known = {}): ExampleRequest {
  const call = calls[name] as Call
  const values = byName(known)
  const part = (schema: Call['body']) =>
    schema && exampleObject(schemaOf(jsonSchema(schema, 'input')), values, false)
  const params = part(call.params)
  const query = part(call.query)
  const body = part(call.body)
  return {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...byCall(known)[name],
  }
}

/** An answer as a success gives it. */
export function exampleAnswer(name: CallName, known: Known = {}): Record<string, unknown> {
  const call = calls[name] as Call
  const values = { ...byName(known), code: '482913', name: '小雁' }
  const fields = exampleObject(schemaOf(jsonSchema(call.answer, 'output')), values, true)
  return { error: 0, msg: '', ...fields }
}
