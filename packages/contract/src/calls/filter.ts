/** Content filters: condition → action on arriving mail. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { deleted, id, ids, time } from '../fields.ts'
import { routes } from '../routes.ts'
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
  'archive',
  'file',
  'read',
  'star',
  'label',
  'forward',
  'webhook',
  'stop',
] as const

export const filterCondition = z.strictObject({
  field: z
    .enum(filterFields)
    .describe(
      '看哪里：发件人、收件人、主题、正文、信头、附件名、附件类型、大小、有没有验证码、SPF、DKIM、DMARC、垃圾分',
    ),
  header: z.string().max(100).optional().describe('字段为 header 时的信头名'),
  operator: z
    .enum(filterOperators)
    .describe(
      'contains 包含，equals 等于，begins 开头是，ends 结尾是，matches 符合正则，not… 相反；greater 大于，less 小于只用于 size、spamScore',
    ),
  value: z
    .string()
    .max(500, '条件内容太长')
    .describe('比较的内容，不分大小写；size 如 500KB，hasCode 是 true 或 false，spf、dkim、dmarc 如 pass'),
})

export const filterAction = z.strictObject({
  action: z
    .enum(filterActions)
    .describe(
      'refuse 拒收，discard 丢弃，spam 进垃圾邮件，trash 进回收站，archive 进归档，file 进自己的文件夹，read 标为已读，star 加星，label 加标签，forward 转发，webhook 通知，stop 不再看后面的规则',
    ),
  value: z
    .string()
    .max(500)
    .optional()
    .describe('拒收的答复、文件夹的路径（如 客户/书店，邮箱里没有就新建）、标签名、转发地址或通知地址的编号'),
})

export const filterRule = z.strictObject({
  name: z.string().trim().min(1, '请填写名称').max(100, '名称太长').describe('给人看的名称'),
  enabled: z.boolean().describe('是否启用'),
  match: z.enum(['all', 'any']).describe('全部符合，或任一符合'),
  conditions: z
    .array(filterCondition)
    .min(1, '至少要有一个条件')
    .max(20, '最多 20 个条件')
    .describe('条件，1 到 20 个'),
  actions: z
    .array(filterAction)
    .min(1, '至少要有一个动作')
    .max(10)
    .describe('符合时做什么，1 到 10 个，按先后'),
  scope: z
    .strictObject({
      kind: z.enum(['all', 'domain', 'mailbox']).describe('all 全部，domain 一个域名，mailbox 一个邮箱'),
      id: id.optional().describe('那个域名或邮箱的编号；all 时没有'),
      everyone: z
        .literal(true)
        .optional()
        .describe('别人的邮箱也管，只有管理员能用；这样的规则不能转发和通知，kind 不能是 mailbox'),
    })
    .describe('作用范围：名下全部、一个域名或一个邮箱；不加 everyone 只管自己的邮箱'),
})
export type FilterRule = z.output<typeof filterRule>

const filterId = id.describe('规则编号')

export const filterRow = z.object({
  ...filterRule.shape,
  id: filterId,
  position: z.int().describe('第几位，从 0 开始；在前的先看'),
  hits: z.int().describe('命中次数'),
  lastHitAt: time.nullable().describe('最近一次命中，null 表示没有过'),
})
export type FilterRow = z.output<typeof filterRow>

export const getFilters = defineCall(routes.getFilters, {
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '列出过滤规则，按先后', en: 'List filters in order' },
  answer: z.object({ list: z.array(filterRow).describe('自己的全部规则，按先后') }),
  errors: [],
})

export const addFilter = defineCall(routes.addFilter, {
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '新建过滤规则', en: 'Add a filter' },
  body: filterRule,
  answer: z.object({ filter: filterRow.describe('新建的规则，排在最后') }),
  errors: ['notFound', 'limitReached'],
})

export const delFilter = defineCall(routes.delFilter, {
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '删除过滤规则', en: 'Delete filters' },
  body: z.strictObject({ ids: ids.describe('规则编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})

export const editFilter = defineCall(routes.editFilter, {
  group: 'filter',
  who: loggedIn,
  page: 'contentFilter',
  summary: { zh: '改过滤规则，或改它的先后', en: 'Edit a filter, or move it' },
  body: z.strictObject({
    ...filterRule.partial().shape,
    id: filterId,
    position: z.int().min(0).max(10_000).optional().describe('移到第几位，从 0 开始'),
  }),
  answer: z.object({ filter: filterRow.describe('改过之后的规则') }),
  errors: ['notFound'],
})

export const testFilter = defineCall(routes.testFilter, {
  group: 'filter',
  who: loggedIn,
  letters: true,
  page: 'contentFilter',
  summary: { zh: '试一试：规则会命中最近 1000 封里的哪些', en: 'Try a rule on the last 1,000 mails' },
  body: z.strictObject({ rule: filterRule.describe('要试的规则，不会存下') }),
  answer: z.object({
    tested: z.int().describe('试了多少封'),
    hits: z.int().describe('命中多少封'),
    withCode: z.int().describe('命中的里面有验证码的'),
    list: z.array(mailRow).describe('命中的前 50 封'),
  }),
  errors: ['notFound', 'tooMany'],
})
