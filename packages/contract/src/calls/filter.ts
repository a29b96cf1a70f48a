/** Content filters: condition → action on arriving mail. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, ids, time } from '../fields.ts'
import { mailRow } from './mail.ts'

export const filterFields = [
  'from',
  'to',
  'subject',
  'text',
  'header',
  'attachmentName',
  'attachmentType',
  'size',
  'hasCode',
  'spf',
  'dkim',
  'dmarc',
  'spamScore',
] as const
export const filterOperators = [
  'contains',
  'notContains',
  'equals',
  'notEquals',
  'begins',
  'notBegins',
  'ends',
  'notEnds',
  'matches',
  'notMatches',
  'greater',
  'less',
] as const
export const filterActions = [
  'refuse',
  'discard',
  'spam',
  'trash',
  'read',
  'star',
  'label',
  'forward',
  'webhook',
  'stop',
] as const

export const filterCondition = z.strictObject({
  field: z.enum(filterFields),
  header: z.string().max(100).optional().describe('字段为 header 时的信头名'),
  operator: z.enum(filterOperators),
  value: z.string().max(500, '条件内容太长'),
})

export const filterAction = z.strictObject({
  action: z.enum(filterActions),
  value: z.string().max(500).optional().describe('拒收的答复、标签名、转发地址或通知地址的编号'),
})

export const filterRule = z.strictObject({
  name: z.string().trim().min(1, '请填写名称').max(100, '名称太长'),
  enabled: z.boolean(),
  match: z.enum(['all', 'any']).describe('全部符合，或任一符合'),
  conditions: z.array(filterCondition).max(20, '最多 20 个条件'),
  actions: z.array(filterAction).min(1, '至少要有一个动作').max(10),
  scope: z
    .strictObject({ kind: z.enum(['all', 'domain', 'mailbox']), id: id.optional() })
    .describe('作用范围：全部、一个域名或一个邮箱'),
})
export type FilterRule = z.output<typeof filterRule>

export const filterRow = z.object({
  ...filterRule.shape,
  id,
  position: z.int(),
  hits: z.int().describe('命中次数'),
  lastHitAt: time.nullable(),
})
export type FilterRow = z.output<typeof filterRow>

export const getFilters = defineCall({
  method: 'GET',
  path: '/api/user/getFilters',
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '列出过滤规则，按先后', en: 'List filters in order' },
  answer: z.object({ list: z.array(filterRow) }),
  errors: [],
})

export const addFilter = defineCall({
  method: 'POST',
  path: '/api/user/addFilter',
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '新建过滤规则', en: 'Add a filter' },
  body: filterRule,
  answer: z.object({ filter: filterRow }),
  errors: ['notFound', 'limitReached'],
})

export const delFilter = defineCall({
  method: 'POST',
  path: '/api/user/delFilter',
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '删除过滤规则', en: 'Delete filters' },
  body: z.strictObject({ ids }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})

export const editFilter = defineCall({
  method: 'POST',
  path: '/api/user/editFilter',
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '改过滤规则，或改它的先后', en: 'Edit a filter, or move it' },
  body: z.strictObject({
    ...filterRule.partial().shape,
    id,
    position: z.int().min(0).max(10_000).optional().describe('移到第几位，从 0 开始'),
  }),
  answer: z.object({ filter: filterRow }),
  errors: ['notFound'],
})

export const testFilter = defineCall({
  method: 'POST',
  path: '/api/user/testFilter',
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '试一试：规则会命中最近 1000 封里的哪些', en: 'Try a rule on the last 1,000 mails' },
  body: z.strictObject({ rule: filterRule }),
  answer: z.object({
    tested: z.int().describe('试了多少封'),
    hits: z.int().describe('命中多少封'),
    withCode: z.int().describe('命中的里面有验证码的'),
    list: z.array(mailRow).describe('命中的前 50 封'),
  }),
  errors: ['notFound'],
})
