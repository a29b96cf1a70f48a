/** API keys, and system accounts as the operator manages them. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import { id, newPassword, note, order, page, pageSize, search, time, total } from '../fields.ts'
import { abilitySet, limitSet, pages } from '../permission.ts'

export const getKey = defineCall({
  method: 'GET',
  path: '/api/user/getKey',
  group: 'account',
  who: accounts,
  page: 'interface',
  ability: 'useApi',
  sessionOnly: true,
  summary: { zh: '接口密钥的开头、日期和最近使用', en: 'Prefix, dates and last use of the API key' },
  answer: z.object({
    key: z.object({ prefix: z.string(), createdAt: time, lastUsedAt: time.nullable() }).nullable(),
    perMinute: z.int().nullable().describe('每分钟最多几次，null 不限'),
    usedThisMinute: z.int().describe('这一分钟已经用了几次'),
    usage: z
      .array(
        z.object({
          day: z.iso.date().describe('日期，UTC'),
          calls: z.int().describe('调用次数'),
          refused: z.int().describe('其中因太频繁被拒的'),
        }),
      )
      .describe('最近 30 天每天的用量，旧的在前'),
  }),
  errors: [],
})

export const refreshKey = defineCall({
  method: 'POST',
  path: '/api/user/refreshKey',
  group: 'account',
  who: accounts,
  page: 'interface',
  ability: 'useApi',
  sessionOnly: true,
  summary: { zh: '换一把新密钥，旧的立即失效', en: 'Make a new API key; the old one ends at once' },
  answer: z.object({
    key: z.string().describe('完整密钥，只显示这一次'),
    prefix: z.string(),
    createdAt: time,
  }),
  errors: [],
})

export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(2, '用户名至少 2 位')
  .max(32, '用户名最多 32 位')
  .regex(/^[a-z0-9](?:[a-z0-9]|[._-](?=[a-z0-9]))*$/, '只能用字母、数字和中间的 . _ -')
  .describe('用户名')

export const sysRoles = ['user', 'admin'] as const
export type SysRole = (typeof sysRoles)[number]
export const sysStatuses = ['active', 'stopped'] as const
export type SysStatus = (typeof sysStatuses)[number]

export const sysAccount = z.object({
  id,
  username: z.string(),
  role: z.enum(sysRoles),
  status: z.enum(sysStatuses).describe('active 正常，stopped 已停用'),
  sendingStopped: z.string().nullable().describe('发信被系统停住的原因，没有停住则为 null'),
  note: z.string(),
  pages: z.array(z.enum(pages)),
  can: abilitySet,
  limits: limitSet,
  twoFactor: z.boolean(),
  sessions: z.int().describe('有效登录数'),
  mailboxes: z.int(),
  domains: z.int(),
  createdAt: time,
  lastLoginAt: time.nullable(),
})
export type SysAccount = z.output<typeof sysAccount>

const sysAccountChange = {
  role: z.enum(sysRoles).optional(),
  status: z.enum(sysStatuses).optional(),
  note: note.optional(),
  pages: z.array(z.enum(pages)).max(pages.length).optional().describe('能看到的页面'),
  can: abilitySet.optional().describe('能做的事'),
  limits: limitSet.optional().describe('上限，null 不限'),
}

export const getSysAccount = defineCall({
  method: 'GET',
  path: '/api/admin/getSysAccount',
  group: 'account',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '列出系统账号', en: 'List system accounts' },
  query: z.strictObject({
    page,
    pageSize,
    q: search,
    role: z.enum(sysRoles).optional(),
    status: z.enum(sysStatuses).optional(),
    sort: z.enum(['username', 'createdAt', 'lastLoginAt']).optional(),
    order,
  }),
  answer: z.object({ list: z.array(sysAccount), total }),
  errors: [],
})

export const createSysAccount = defineCall({
  method: 'POST',
  path: '/api/admin/createSysAccount',
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: { zh: '新建系统账号', en: 'Create a system account' },
  body: z.strictObject({
    username,
    password: newPassword.optional().describe('不填则随机生成'),
    ...sysAccountChange,
  }),
  answer: z.object({ account: sysAccount, password: z.string().describe('初始密码，只显示这一次') }),
  errors: ['usernameTaken'],
})

export const editSysAccount = defineCall({
  method: 'POST',
  path: '/api/admin/editSysAccount',
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: { zh: '改系统账号：角色、页面、能力、上限、状态、密码、登录', en: 'Edit a system account' },
  body: z.strictObject({
    id,
    username: username.optional(),
    ...sysAccountChange,
    resetPassword: z.literal(true).optional().describe('换一个随机密码，并结束它的全部登录'),
    resetTwoFactor: z.literal(true).optional().describe('关掉它的两步验证'),
    endSessions: z.literal(true).optional().describe('结束它的全部登录'),
  }),
  answer: z.object({
    account: sysAccount,
    password: z.string().nullable().describe('重置后的密码，只显示这一次'),
  }),
  errors: ['notFound', 'usernameTaken', 'lastAdmin', 'notYourself'],
})

export const delSysAccount = defineCall({
  method: 'POST',
  path: '/api/admin/delSysAccount',
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: {
    zh: '删除系统账号，并决定它名下的内容归谁',
    en: 'Delete a system account and decide what becomes of what it owns',
  },
  body: z.strictObject({
    id,
    owned: z
      .enum(['refuse', 'toMe', 'delete'])
      .optional()
      .describe('名下的邮箱和域名：refuse 有内容就不删（默认），toMe 转给自己，delete 一起删除'),
  }),
  answer: z.object({
    mailboxes: z.int().describe('受影响的邮箱数'),
    domains: z.int().describe('受影响的域名数'),
  }),
  errors: ['notFound', 'lastAdmin', 'notYourself', 'ownsThings'],
})

export const loginAs = defineCall({
  method: 'POST',
  path: '/api/admin/loginAs',
  group: 'account',
  who: admins,
  sessionOnly: true,
  summary: {
    zh: '以一个普通用户的身份登录，一小时内有效，全程留记录',
    en: 'Log in as a user for up to an hour; leaves a trace',
  },
  body: z.strictObject({ id }),
  answer: z.object({ token: z.string().describe('登录凭证'), url: z.string().describe('登录后去的页面') }),
  errors: ['notFound', 'notYourself', 'accountStopped'],
})

export const getAuditLog = defineCall({
  method: 'GET',
  path: '/api/admin/getAuditLog',
  group: 'account',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '管理操作的记录', en: 'The log of what admins did' },
  query: z.strictObject({ page, pageSize, q: search }),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        at: time,
        actorName: z.string(),
        action: z.string(),
        target: z.string(),
        detail: z.string(),
        client: z.string(),
      }),
    ),
    total,
  }),
  errors: [],
})
