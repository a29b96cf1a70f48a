import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Call } from './call.ts'
import { callNames, calls } from './calls.ts'
import { wireRequest } from './client.ts'
import { errorNames, errors } from './errors.ts'
import { domainName, id, localPart, page, pageSize, time } from './fields.ts'
import { type Json, jsonSchema } from './json-schema.ts'
import { routes } from './routes.ts'

/** The calls of section 7 of the specification, to the letter. */
const specified = `
GET /api/getVar
GET /api/getAdminDomains
POST /api/buyEmail
GET /api/queryOrder
POST /api/verCard
POST /api/startAuth
POST /api/login
POST /api/loginEmail
POST /api/regEmail
GET /api/getArrDomains
GET /api/user/logout
POST /api/user/changePassword
GET /api/user/getDomains
POST /api/user/createEmail
GET /api/user/emailList
POST /api/user/sendEmail
GET /api/user/searchEmailAccount
POST /api/user/delEmail
POST /api/user/deleteEmailsInTimeRange
DELETE /api/user/deleteEmail/{id}
GET /api/user/getEmailAccount
POST /api/user/delEmailAccount
POST /api/user/delSentEmail
POST /api/user/createEmailAccount
POST /api/user/editEmailAccount
POST /api/user/batchEditEmailAccount
GET /api/user/getSentEmail
GET /api/user/getInbox
GET /api/user/getUnreadEmail
POST /api/user/updateEmail
POST /api/user/setReadEmail
POST /api/user/addDomain
POST /api/user/editDomain
POST /api/user/delDomain
GET /api/user/getDkim
GET /api/user/getKey
POST /api/user/refreshKey
POST /api/user/checkDNS
POST /api/user/setDNS
GET /api/user/getDashboard
GET /api/user/getCard
POST /api/user/delCard
POST /api/user/editCard
POST /api/user/createCard
POST /api/user/updateSetting
GET /api/user/getSetting
POST /api/user/uploadFile
GET /api/user/getFilters
POST /api/user/addFilter
POST /api/user/delFilter
GET /api/admin/getSysAccount
POST /api/admin/delSysAccount
POST /api/admin/createSysAccount
POST /api/admin/editSysAccount
`
  .trim()
  .split('\n')

const all = callNames.map(name => ({ name, call: calls[name] as Call }))
const written = (call: Call) => `${call.method} ${call.path}`

describe('the calls', () => {
  it.each(specified)('have %s', line => {
    expect(all.map(({ call }) => written(call))).toContain(line)
  })

  it('each have the route of their name', () => {
    for (const { name, call } of all) expect(call, name).toMatchObject(routes[name])
  })

  it('take the query parameters that the specification names', () => {
    expect(Object.keys(calls.queryOrder.query?.shape ?? {})).toContain('phone')
    expect(Object.keys(calls.searchEmailAccount.query?.shape ?? {})).toContain('content')
    expect(calls.uploadFile.multipart).toBe(true)
  })

  it('have a method and path each that no other has', () => {
    const lines = all.map(({ call }) => written(call))
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('are named as the last word of their path', () => {
    for (const { name, call } of all) expect(call.path.split('/')).toContain(name)
  })

  it('let visitors in under /api alone, and only admins under /api/admin', () => {
    for (const { name, call } of all) {
      const roles = [...call.who].sort().join(' ')
      if (call.path.startsWith('/api/admin/')) expect(roles, name).toBe('admin')
      else if (call.path.startsWith('/api/user/')) expect(call.who, name).not.toContain('visitor')
      else expect(roles, name).toBe('admin mailbox user visitor')
    }
  })

  it('describe every parameter in the braces of their path, and no other', () => {
    for (const { name, call } of all) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      expect(Object.keys(call.params?.shape ?? {}), name).toEqual(inPath)
    }
  })

  it('refuse fields they do not know', () => {
    for (const { name, call } of all) {
      for (const schema of [call.query, call.body, call.params, call.headers]) {
        const issues = schema?.safeParse({ surprise: 1 }).error?.issues ?? []
        if (schema)
          expect(
            issues.map(issue => issue.code),
            name,
          ).toContain('unrecognized_keys')
      }
    }
  })

  it('have words in both languages', () => {
    for (const { name, call } of all) {
      expect(call.summary.zh, name).toMatch(/\p{Script=Han}/u)
      expect(call.summary.en, name).toMatch(/^[A-Z]/)
      expect(`${call.summary.zh}${call.summary.en}`, name).not.toMatch(/[!！]/)
    }
  })
})

describe('the error catalogue', () => {
  it('gives every error a number of its own', () => {
    const numbers = errorNames.map(name => errors[name].code)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).not.toContain(0)
  })

  it('has the answer for a lost log-in that the specification fixes', () => {
    expect(errors.loginNeeded).toEqual({ code: 302, status: 401, msg: '登录状态失效，请先登录' })
  })

  it('tells the same story by its status', () => {
    for (const name of errorNames) {
      expect([400, 401, 403, 404, 409, 413, 429, 500, 503], name).toContain(errors[name].status)
      expect(errors[name].msg, name).toMatch(/\p{Script=Han}/u)
    }
  })
})

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('fields', () => {
  it.each(['1', '2', '100'])('take %s as a page size', text => {
    expect(pageSize.parse(text)).toBe(Number(text))
  })

  it.each(['0', '-1', '101', '1e2', '1e309', '007', '+5', ' 5', '5 ', '0x10', '1.5', 'NaN', 'Infinity', ''])(
    'refuse "%s" as a page size',
    text => {
      expect(accepts(pageSize, text)).toBe(false)
    },
  )

  it('refuse pages that cannot be counted exactly', () => {
    for (const text of ['9007199254740993', '99999999999999999999', '1000001', '2147483648'])
      expect(accepts(page, text)).toBe(false)
    expect(accepts(page, ['1', '2'])).toBe(false)
  })

  it.each(['a', 'a.b', 'a-b_c.1', '0', 'x'.repeat(64)])('take "%s" as a name', text => {
    expect(accepts(localPart, text)).toBe(true)
  })

  it.each(['', '.a', 'a.', 'a..b', 'a+b', 'a b', 'a@b', 'ａ', 'é', 'a\0', 'a\nb', 'x'.repeat(65)])(
    'refuse %j as a name',
    text => {
      expect(accepts(localPart, text)).toBe(false)
    },
  )

  it('fold the case of names and domains', () => {
    expect(localPart.parse(' Li.Lei ')).toBe('li.lei')
    expect(domainName.parse('EXAMPLE.com')).toBe('example.com')
  })

  it('refuse ids that could be a path or a statement', () => {
    for (const text of ['', '..', '../x', 'a/b', "a'b", 'a\0', 'x'.repeat(65), '%2e']) {
      expect(accepts(id, text)).toBe(false)
    }
  })

  it('take times only in their full form', () => {
    expect(accepts(time, '2026-01-02T03:04:05Z')).toBe(true)
    expect(accepts(time, '2026-01-02T03:04:05+08:00')).toBe(true)
    for (const text of ['2026-01-02', 'now', '1e9', '2026-13-40T00:00:00Z'])
      expect(accepts(time, text)).toBe(false)
  })
})

describe('a request on the wire', () => {
  it('keeps a hostile parameter inside its place in the path', () => {
    const { path } = wireRequest(calls.deleteEmail as Call, {
      params: { id: '../../admin/getSysAccount?x=1' },
    })
    expect(path).toBe('/api/user/deleteEmail/..%2F..%2Fadmin%2FgetSysAccount%3Fx%3D1')
  })

  it('leaves out what is undefined and writes flags as 1 and 0', () => {
    const { query } = wireRequest(calls.getInbox as Call, {
      query: { unread: true, hasCode: false, q: undefined, pageSize: 20 },
    })
    expect(query).toEqual({ unread: '1', hasCode: '0', pageSize: '20' })
  })
})

/** Returns the paths of objects in a schema that accept unknown fields. */
function openObjects(schema: Json, path: string): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, Json>
    items?: Json
    anyOf?: Json[]
    additionalProperties?: unknown
  }
  const isOpen =
    schema.type === 'object' && Object.keys(properties).length > 0 && additionalProperties !== false
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => openObjects(inner, `${path}.${name}`)),
    ...(items ? openObjects(items, `${path}[]`) : []),
    ...anyOf.flatMap(option => openObjects(option, path)),
  ]
}

it('takes no field that it does not name, in any part of any request, however deep', () => {
  const open = callNames.flatMap(name => {
    const { params, query, body } = calls[name] as Call
    return [params, query, body].flatMap(part => (part ? openObjects(jsonSchema(part, 'input'), name) : []))
  })
  expect(open).toEqual([])
})
