import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { callNames } from './calls.ts'
import { openApiDocument } from './openapi.ts'

const atRoot = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

const { version } = JSON.parse(atRoot('package.json')) as { version: string }
const document = openApiDocument(version)

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  parameters: { name: string; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

/** Returns the fields of a schema without a description, at any depth. */
function untoldFields(schema: Schema, path: string): string[] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema
  const beneath = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${path}.${name}`]),
      ...untoldFields(field, `${path}.${name}`),
    ]),
    ...beneath.flatMap(inner => (inner ? untoldFields(inner, `${path}[]`) : [])),
    ...anyOf.flatMap(option => untoldFields(option, path)),
  ]
}

const untoldContent = (content: Content, path: string): string[] =>
  Object.values(content).flatMap(({ schema }) => untoldFields(schema, path))

const untoldOf = (call: string, { parameters, requestBody, responses }: Operation): string[] => [
  ...parameters.flatMap(({ name, description }) => (description ? [] : [`${call} ?${name}`])),
  ...untoldContent(requestBody?.content ?? {}, `${call} body`),
  ...Object.entries(responses).flatMap(([status, { content }]) =>
    untoldContent(content, `${call} ${status}`),
  ),
]

describe('the OpenAPI document', () => {
  it('in the docs folder is the one that the calls make', () => {
    expect(JSON.parse(atRoot('docs/openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    )
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('shows examples, and what in them is to be put in', () => {
    const paths = document.paths as Record<
      string,
      Record<string, { description: string; requestBody?: object }>
    >
    const shown = paths['/api/user/delWebhook']?.post
    expect(shown?.requestBody).toMatchObject({
      content: { 'application/json': { example: { ids: ['WEBHOOK_ID'] } } },
    })
    expect(shown?.description).toContain('`WEBHOOK_ID`：换成通知地址的编号，见 getWebhooks')
  })

  it('says something about every field', () => {
    const paths = document.paths as Record<string, Record<string, Operation>>
    const { schemas } = document.components as { schemas: Record<string, Schema> }
    const untold = [
      ...Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, operation]) => untoldOf(`${method} ${path}`, operation)),
      ),
      ...Object.entries(schemas).flatMap(([name, schema]) => untoldFields(schema, name)),
    ]
    expect(untold).toEqual([])
  })

  it('names every call once', () => {
    const paths = document.paths as Record<string, Record<string, { operationId: string }>>
    const named = Object.values(paths).flatMap(item => Object.values(item).map(call => call.operationId))
    expect(named.sort()).toEqual([...callNames].sort())
  })
})
