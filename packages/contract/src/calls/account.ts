/** API keys, and system accounts as the operator manages them. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import {
  createdAt,
  id,
  newPassword,
  note,
  order,
  page,
  pageSize,
  queryIds,
  search,
  seenWords,
  time,
  token,
  total,
} from '../fields.ts'
import { pages } from '../permission.ts'
import { abilitySet, limitSet } from '../permission-data.ts'
import { pageWords } from '../permission-names.ts'
import { routes } from '../routes.ts'

const prefix = z.string().describe('密钥的开头，用来辨认；全文只在生成时显示')

export const getKey = defineCall(routes.getKey, {
  group: 'account',
  who: accounts,
  page: 'interface',
  ability: 'useApi',
  sessionOnly: true,
  summary: { zh: '接口密钥的开头、日期和最近使用', en: 'Prefix, dates and last use of the API key' },
  answer: z.object({
    key: z
      .object({
        prefix,
        createdAt,
        lastUsedAt: time.nullable().describe('最近一次使用，精确到分钟；null 表示没用过'),
      })
      .nullable()
      .describe('现在的密钥，还没有为 null'),
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

export const refreshKey = defineCall(routes.refreshKey, {
  group: 'account',
  who: accounts,
  page: 'interface',
  ability: 'useApi',
  sessionOnly: true,
  summary: { zh: '换一把新密钥，旧的立即失效', en: 'Make a new API key; the old one ends at once' },
  answer: z.object({
    key: z.string().describe('完整密钥，只显示这一次'),
    prefix,
    createdAt,
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

const accountId = id.describe('系统账号编号')
const role = z.enum(sysRoles).describe('user 用户，admin 管理员')
const status = z.enum(sysStatuses).describe('active 正常，stopped 已停用')

export const sysAccount = z.object({
  id: accountId,
  username: z.string().describe('登录用的用户名'),
  role,
  status,
  sendingStopped: z.string().nullable().describe('发信被系统停住的原因，没有停住则为 null'),
  note: z.string().describe('管理员写的备注，可能为空'),
  pages: z.array(z.enum(pages)).describe(`能看到的页面：${pageWords}`),
  can: abilitySet.describe('能做的事'),
  limits: limitSet.describe('上限，null 不限'),
  rightsLost: z
    .boolean()
    .describe('存着的页面、能力和上限读不出来：这个账号现在什么权限也没有，重新设一次就能用'),
  twoFactor: z.boolean().describe('是否开了两步验证'),
  sessions: z.int().describe('有效登录数'),
  mailboxes: z.int().describe('名下的邮箱数，不算删除了还能恢复的'),
  domains: z.int().describe('名下的域名数，算上还没证明归属的'),
  createdAt,
  lastLoginAt: time.nullable().describe('最近一次登录，null 表示没有过'),
})
export type SysAccount = z.output<typeof sysAccount>

const sysAccountChange = {
  role: role.optional(),
  status: status.optional().describe('active 正常，stopped 停用并结束它的全部登录'),
  note: note.optional(),
  pages: z.array(z.enum(pages)).max(pages.length).optional().describe(`能看到的页面：${pageWords}`),
  can: abilitySet.optional().describe('能做的事'),
  limits: limitSet.optional().describe('上限，null 不限'),
}

export const getSysAccount = defineCall(routes.getSysAccount, {
  group: 'account',
  who: admins,
  page: ['sysAccount', 'emailAccount'],
  summary: { zh: '列出系统账号', en: 'List system accounts' },
  query: z.strictObject({
    page,
    pageSize,
    q: search.describe('用户名或备注的一部分'),
    role: role.optional(),
    status: status.optional(),
    ids: queryIds.optional().describe('只要这几个，编号之间用逗号，最多 100 个；没有的不列出'),
    sort: z
      .enum(['username', 'createdAt', 'lastLoginAt'])
      .optional()
      .describe('按哪一项排序，默认 createdAt'),
    order,
  }),
  answer: z.object({ list: z.array(sysAccount).describe('这一页的系统账号'), total }),
  errors: [],
})

export const createSysAccount = defineCall(routes.createSysAccount, {
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
  answer: z.object({
    account: sysAccount.describe('新建的账号'),
    password: z.string().describe('初始密码，只显示这一次'),
  }),
  errors: ['usernameTaken'],
})

export const editSysAccount = defineCall(routes.editSysAccount, {
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: { zh: '改系统账号：角色、页面、能力、上限、状态、密码、登录', en: 'Edit a system account' },
  body: z.strictObject({
    id: accountId,
    username: username.optional(),
    ...sysAccountChange,
    resetPassword: z.literal(true).optional().describe('换一个随机密码，并结束它的全部登录'),
    resetTwoFactor: z.literal(true).optional().describe('关掉它的两步验证'),
    endSessions: z.literal(true).optional().describe('结束它的全部登录'),
    seen: z
      .strictObject({ username: username.optional(), ...sysAccountChange })
      .optional()
      .describe(seenWords),
  }),
  answer: z.object({
    account: sysAccount.describe('改过之后的样子'),
    password: z.string().nullable().describe('重置后的密码，只显示这一次；没有重置为 null'),
  }),
  errors: ['notFound', 'usernameTaken', 'lastAdmin', 'notYourself', 'conflict'],
})

export const delSysAccount = defineCall(routes.delSysAccount, {
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: {
    zh: '删除系统账号，并决定它名下的内容归谁',
    en: 'Delete a system account and decide what becomes of what it owns',
  },
  body: z.strictObject({
    id: accountId,
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

export const loginAs = defineCall(routes.loginAs, {
  group: 'account',
  who: admins,
  page: 'sysAccount',
  sessionOnly: true,
  summary: {
    zh: '以一个普通用户的身份登录，一小时内有效，全程留记录',
    en: 'Log in as a user for up to an hour; leaves a trace',
  },
  body: z.strictObject({ id: accountId }),
  answer: z.object({ token, url: z.string().describe('登录后去的页面') }),
  errors: ['notFound', 'notYourself', 'accountStopped'],
})

export const auditPart = z.object({
  at: time.describe('什么时候（ISO 8601，UTC）'),
  action: z.string().describe('做了什么，多是调用的名字'),
  detail: z.string().describe('一句话的说明'),
})

export const getAuditLog = defineCall(routes.getAuditLog, {
  group: 'account',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '管理操作的记录', en: 'The log of what admins did' },
  query: z.strictObject({
    page,
    pageSize,
    q: search.describe('谁、动作、对象的一部分，或说明里的名字、数值'),
  }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: id.describe('这条记录的编号'),
          at: time.describe('发生的时间（ISO 8601，UTC）'),
          actorName: z.string().describe('谁做的，用户名；程序自己做的是“系统”'),
          action: z.string().describe('做了什么，多是调用的名字，如 editDomain'),
          act: z.string().describe('做了什么，写给人看的几个字，如“改域名”'),
          target: z.string().describe('对什么做的，如用户名、地址、域名'),
          detail: z.string().describe('一句话的说明，可能为空'),
          client: z.string().describe('从哪个网络地址；程序自己做的为空'),
          parts: z.array(auditPart).describe('这件事里一步步做了什么，先做的在前；多数没有'),
        }),
      )
      .describe('新的在前'),
    total,
  }),
  errors: [],
})
