/** Roles, pages, abilities and limits: the words in which the server tells the browser what its caller may do. */
import { z } from 'zod'

export const roles = ['visitor', 'mailbox', 'user', 'admin'] as const
export type Role = (typeof roles)[number]

/** Children of /user, in the order of the rail. */
export const pages = [
  'inbox',
  'sent',
  'contentFilter',
  'emailAccount',
  'sysAccount',
  'domain',
  'dashboard',
  'card',
  'interface',
  'setting',
  'version',
] as const
export type Page = (typeof pages)[number]

export const pageNames: Readonly<Record<Page, string>> = {
  inbox: '收件箱',
  sent: '已发送',
  contentFilter: '过滤规则',
  emailAccount: '邮箱账号',
  sysAccount: '系统账号',
  domain: '域名',
  dashboard: '总览',
  card: '卡密与订单',
  interface: '接口',
  setting: '设置',
  version: '版本',
}

/** All of them with their names, as a description tells them. */
export const pageWords = pages.map(page => `${page} ${pageNames[page]}`).join('，')

export const abilities = ['send', 'upload', 'createDomain', 'createCard', 'useApi'] as const
export type Ability = (typeof abilities)[number]

export const abilityNames: Readonly<Record<Ability, string>> = {
  send: '发信',
  upload: '上传文件',
  createDomain: '添加域名',
  createCard: '制作卡密',
  useApi: '使用接口密钥',
}

/** Limits of a system account; null means unlimited. */
export const limits = ['domains', 'mailboxes', 'storageMb', 'sendsPerDay', 'apiPerMinute'] as const
export type Limit = (typeof limits)[number]

export const limitNames: Readonly<Record<Limit, string>> = {
  domains: '域名数',
  mailboxes: '邮箱数',
  storageMb: '存储（MB）',
  sendsPerDay: '每天发信数',
  apiPerMinute: '每分钟接口调用数',
}

export const abilitySet = z.strictObject({
  send: z.boolean().describe(abilityNames.send),
  upload: z.boolean().describe(abilityNames.upload),
  createDomain: z.boolean().describe(abilityNames.createDomain),
  createCard: z.boolean().describe(abilityNames.createCard),
  useApi: z.boolean().describe(abilityNames.useApi),
})
export type AbilitySet = z.output<typeof abilitySet>

const atMost = (limit: Limit) =>
  z.int().min(0).max(1_000_000_000).nullable().describe(`${limitNames[limit]}，null 不限`)

export const limitSet = z.strictObject({
  domains: atMost('domains'),
  mailboxes: atMost('mailboxes'),
  storageMb: atMost('storageMb'),
  sendsPerDay: atMost('sendsPerDay'),
  apiPerMinute: atMost('apiPerMinute'),
})
export type LimitSet = z.output<typeof limitSet>

/** What the browser finds after decrypting `permissionData`. */
export const permissionData = z.object({
  role: z.enum(roles),
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  pages: z.array(z.enum(pages)),
  can: abilitySet,
  limits: limitSet,
  /** The admin who acts in this account's name. */
  actedBy: z.string().nullable(),
})
export type PermissionData = z.output<typeof permissionData>
