/** Makes the OpenAPI 3.1 document from the calls. */
import { type Call, commonErrors, groups, pagesOfCall } from './call.ts'
import { callNames, calls } from './calls.ts'
import type { ErrorName } from './error-codes.ts'
import { endReasons, errors } from './errors.ts'
import { exampleRequest } from './example.ts'
import type { ExampleRequest } from './example-requests.ts'
import { fileWords, type Json, jsonSchema, queryType } from './json-schema.ts'
import { type Placeholder, placeholdersIn } from './placeholders.ts'

function parameters(call: Call, request: ExampleRequest): Json[] {
  const list: Json[] = []
  for (const [place, schema, given] of [
    ['path', call.params, request.params],
    ['query', call.query, request.query],
    ['header', call.headers, undefined],
  ] as const) {
    if (!schema) continue
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [name, property] of Object.entries(properties)) {
      const { description, ...type } = queryType(property)
      list.push({
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(typeof description === 'string' ? { description } : {}),
        schema: type,
        ...(given?.[name] === undefined ? {} : { example: given[name] }),
      })
    }
  }
  return list
}

function requestBody(call: Call, { body: example }: ExampleRequest): Json | undefined {
  if (call.multipart) {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: fileWords } },
    }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  return (
    call.body && {
      required: true,
      content: { 'application/json': { schema: jsonSchema(call.body, 'input'), example } },
    }
  )
}

function success(call: Call): Json {
  const { properties = {}, required = [] } = jsonSchema(call.answer, 'output') as {
    properties?: Json
    required?: string[]
  }
  return {
    type: 'object',
    required: ['error', 'msg', ...required],
    properties: {
      error: { type: 'integer', const: 0, description: '0 表示成功' },
      msg: { type: 'string', description: '成功时为空' },
      ...properties,
    },
  }
}

function successContent(call: Call): Json {
  if (call.answers === 'bytes') {
    const types = call.types ?? ['application/octet-stream']
    return Object.fromEntries(types.map(type => [type, { schema: { type: 'string', format: 'binary' } }]))
  }
  if (call.answers === 'events') return { 'text/event-stream': { schema: { type: 'string' } } }
  return { 'application/json': { schema: success(call) } }
}

function responses(call: Call): Json {
  const byStatus = new Map<number, ErrorName[]>()
  const needsLogin: ErrorName[] = call.who.includes('visitor') ? [] : ['loginNeeded', 'forbidden']
  for (const name of new Set([...call.errors, ...needsLogin, ...commonErrors])) {
    const { status } = errors[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  const made: Json = {
    '200': { description: '成功', content: successContent(call) },
  }
  for (const [status, names] of [...byStatus].sort(([a], [b]) => a - b)) {
    made[String(status)] = {
      description: names.map(name => `${errors[name].code} ${errors[name].msg}`).join('；'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return made
}

/** Tells which text in an example the reader must replace. */
const told = ({ shown, words, from }: Placeholder): string =>
  `\`${shown}\`：换成${words}${from ? `，见 ${from}` : ''}`

export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const name of callNames) {
    const call = calls[name] as Call
    const request = exampleRequest(name)
    const body = requestBody(call, request)
    const toPutIn = placeholdersIn(request)
    const item = paths[call.path] ?? {}
    item[call.method.toLowerCase()] = {
      operationId: name,
      tags: [groups[call.group]],
      summary: call.summary.zh,
      description: [call.summary.en, ...toPutIn.map(told)].join('\n\n'),
      'x-roles': call.who,
      'x-page': pagesOfCall(call) ?? [],
      ...(call.ability ? { 'x-ability': call.ability } : {}),
      security: call.who.includes('visitor') ? [{}, { bearer: [] }] : [{ bearer: [] }],
      parameters: parameters(call, request),
      ...(body ? { requestBody: body } : {}),
      responses: responses(call),
    }
    paths[call.path] = item
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '雁书 Yanshu',
      version,
      description:
        'Temporary and managed e-mail. Every answer is JSON with `error` (0 is success) and `msg`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.values(groups).map(title => ({ name: title })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: '登录凭证或接口密钥' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'msg'],
          properties: {
            error: {
              type: 'integer',
              enum: Object.values(errors).map(entry => entry.code),
              description: '错误号，不会改变，程序据此判断',
            },
            msg: { type: 'string', description: '给人看的中文说明，措辞可能会变' },
            url: { type: 'string', description: '登录失效时去的页面' },
            reason: {
              type: 'string',
              enum: endReasons,
              description: '登录为什么失效：stopped 账号或邮箱被停用，expired 邮箱到期；别的原因不写',
            },
            fields: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: '哪个字段有什么问题',
            },
            retryAfter: { type: 'integer', description: '多少秒后可以再试' },
            changed: {
              type: 'array',
              description: '请求里带了 seen，而这几项已经被别人改成了别的值，所以什么都没有改',
              items: {
                type: 'object',
                required: ['field', 'value', 'by', 'at'],
                properties: {
                  field: { type: 'string', description: '哪一项' },
                  value: { description: '现在的值' },
                  by: { type: ['string', 'null'], description: '谁改的；没有记下为 null' },
                  at: { type: ['string', 'null'], description: '什么时候改的；没有记下为 null' },
                },
              },
            },
          },
        },
      },
    },
  }
}
