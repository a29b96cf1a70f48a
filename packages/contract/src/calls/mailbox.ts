/** Mailboxes of both kinds: making, listing and finding them. Managing many of them is in email-account.ts. */
import { z } from 'zod'
import { accounts, defineCall, everyone, loggedIn, mailboxPickers } from '../call.ts'
import {
  createdAt,
  domainName,
  localPart,
  mailboxId,
  newPassword,
  note,
  page,
  pageSize,
  proof,
  queryIds,
  time,
  token,
  total,
} from '../fields.ts'
import { routes } from '../routes.ts'

export const mailboxKinds = ['temporary', 'account'] as const
export type MailboxKind = (typeof mailboxKinds)[number]
export const mailboxStatuses = ['active', 'paused', 'stopped'] as const
export type MailboxStatus = (typeof mailboxStatuses)[number]

export const nameStyles = ['word', 'letters', 'digits', 'mixed'] as const
export type NameStyle = (typeof nameStyles)[number]

export const nameStyle = z
  .enum(nameStyles)
  .describe('名字样式：word 拼音词（默认），letters 字母，digits 数字，mixed 混合')

/**
 * The lifetime of a temporary address: minutes, or a rule that ends it. 0 minutes means until it is deleted.
 */
export const lifetime = z
  .strictObject({
    minutes: z.int().min(0).max(525_600).optional().describe('多少分钟后失效，须是站点提供的时长'),
    afterMails: z.int().min(1).max(1000).optional().describe('收到几封后失效'),
    afterCode: z.literal(true).optional().describe('收到第一个验证码后失效'),
  })
  .describe('有效期')
export type Lifetime = z.output<typeof lifetime>

/** Missing fields stay as they are. */
export const lifetimeChange = z
  .strictObject({
    minutes: lifetime.shape.minutes.describe('从现在起多少分钟后失效，须是站点提供的时长'),
    afterMails: z
      .int()
      .min(1)
      .max(1000)
      .nullable()
      .optional()
      .describe('从现在起再收几封后失效，null 取消这一条'),
    afterCode: z.boolean().optional().describe('收到第一个验证码后失效，false 取消这一条'),
  })
  .describe('有效期，没写的不变')
export type LifetimeChange = z.output<typeof lifetimeChange>

export const mailboxStatus = z.enum(mailboxStatuses).describe('active 正常，paused 暂停收信，stopped 已停用')

export const mailbox = z.object({
  id: mailboxId,
  address: z.string().describe('完整的邮箱地址'),
  localPart: z.string().describe('@ 前面的名字'),
  domain: z.string().describe('@ 后面的域名'),
  kind: z.enum(mailboxKinds).describe('temporary 临时邮箱，account 邮箱账号'),
  status: mailboxStatus,
  note: z.string().describe('管理它的账号写的备注；邮箱自己登录时为空'),
  createdAt,
  expiresAt: time.nullable().describe('失效时间，null 表示长期'),
  unread: z.int().describe('未读数'),
  mailsLeft: z.int().nullable().describe('还收几封，收满就失效；0 表示不再收新信，null 表示不限'),
  endsAfterCode: z.boolean().describe('收到第一个验证码后是否失效'),
  pinned: z.boolean().describe('是否固定在列表前面'),
  mayPause: z.boolean().describe('能否暂停和恢复收信；归某个账号的邮箱，自己登录时不能'),
})
export type Mailbox = z.output<typeof mailbox>

export const getArrDomains = defineCall(routes.getArrDomains, {
  group: 'mailbox',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '列出开放注册的域名', en: 'Domains open for registration' },
  answer: z.object({ list: z.array(z.string()).describe('域名；没有开放的则为空') }),
  errors: [],
})

export const regEmail = defineCall(routes.regEmail, {
  group: 'mailbox',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '访客新建邮箱：不带密码是临时邮箱，带密码是邮箱账号',
    en: 'A visitor makes a mailbox: a temporary address without, an e-mail account with a password',
  },
  body: z.strictObject({
    domain: domainName,
    localPart: localPart.optional(),
    password: newPassword.optional(),
    lifetime: lifetime.optional(),
    cardCode: z
      .string()
      .trim()
      .max(64, '卡密太长')
      .optional()
      .describe('卡密：按它开邮箱账号，要带密码；安全验证用 verCard 的'),
    proof,
  }),
  answer: z.object({
    address: z.string().describe('新邮箱的地址'),
    token: token.describe('新邮箱的登录凭证，放在请求头里：Authorization: Bearer …'),
    expiresAt: time.nullable().describe('失效时间，null 表示长期'),
  }),
  errors: [
    'registrationClosed',
    'domainClosed',
    'addressTaken',
    'addressReserved',
    'addressResting',
    'proofNeeded',
    'proofWrong',
    'limitReached',
    'notFound',
    'forbidden',
    'conflict',
  ],
})

export const createEmail = defineCall(routes.createEmail, {
  group: 'mailbox',
  who: accounts,
  page: 'inbox',
  summary: { zh: '在自己名下新建临时邮箱', en: 'Make a temporary address under the own account' },
  body: z.strictObject({
    domain: domainName,
    localPart: localPart.optional(),
    style: nameStyle.optional(),
    lifetime: lifetime.optional(),
    note: note.optional(),
  }),
  answer: z.object({ mailbox: mailbox.describe('新建的临时邮箱') }),
  errors: ['domainClosed', 'addressTaken', 'addressReserved', 'addressResting', 'limitReached'],
})

export const emailList = defineCall(routes.emailList, {
  group: 'mailbox',
  who: loggedIn,
  page: mailboxPickers,
  summary: {
    zh: '列出自己名下的邮箱，带未读数',
    en: 'The own mailboxes, with unread counts',
  },
  query: z.strictObject({
    page,
    pageSize,
    ids: queryIds.optional().describe('只要这几个，编号之间用逗号，最多 100 个；不是自己名下的不列出'),
  }),
  answer: z.object({ list: z.array(mailbox).describe('固定的在前，然后新建的在前'), total }),
  errors: [],
})

export const searchEmailAccount = defineCall(routes.searchEmailAccount, {
  group: 'mailbox',
  who: loggedIn,
  page: mailboxPickers,
  summary: { zh: '边输入边找邮箱', en: 'Type-ahead over the mailboxes of the caller' },
  query: z.strictObject({
    content: z.string().trim().min(1, '请输入要找的内容').max(200).describe('地址或备注的一部分'),
  }),
  answer: z.object({ list: z.array(mailbox).describe('符合的邮箱，最多 20 个') }),
  errors: [],
})
