/** An admin looks at somebody else's mailbox: one at a time, with a reason, for a while, and on the record. */
import { z } from 'zod'
import { admins, defineCall, loggedIn } from '../call.ts'
import { id, mailboxId, mailId, ownerName, page, pageSize, time, token, total } from '../fields.ts'
import { routes } from '../routes.ts'
import { auditPart } from './account.ts'
import { mailDetail } from './mail.ts'

export const lookReasons = ['help', 'delivery', 'abuse', 'law'] as const
export type LookReason = (typeof lookReasons)[number]

/** How long a look may be, in minutes. */
export const lookMinutes = [15, 60] as const

const reason = z
  .enum(lookReasons)
  .describe('为什么要看：help 他请我帮忙找信，delivery 查送达问题，abuse 查投诉或滥用，law 依法配合')

export const look = z.object({
  mailboxId,
  address: z.string().describe('在看的邮箱'),
  ownerName,
  reason: reason.nullable().describe('为什么要看，没写则为 null'),
  words: z.string().describe('写的那句话，没写则为空'),
  beganAt: time.describe('从什么时候开始看（ISO 8601，UTC）'),
  until: time.describe('最晚看到什么时候（ISO 8601，UTC）'),
  unread: z.int().describe('这个邮箱有多少封未读'),
  mails: z.int().describe('看了几封'),
  codes: z.int().describe('揭开了几封里盖住的验证码和链接'),
})
export type Look = z.output<typeof look>

export const prepareLook = defineCall(routes.prepareLook, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  summary: {
    zh: '查看别人的邮箱之前：是谁的、以前有没有人看过、本站让不让看',
    en: 'Before a look at a mailbox: whose it is, who looked before, whether the site allows it',
  },
  query: z.strictObject({ mailbox: mailboxId }),
  answer: z.object({
    address: z.string().describe('邮箱地址'),
    ownerName,
    received: z.int().describe('收过多少封信'),
    last: z
      .object({
        at: time.describe('什么时候（ISO 8601，UTC）'),
        by: z.string().describe('谁，用户名'),
      })
      .nullable()
      .describe('上一次有人看，null 表示没有过'),
    allowed: z.boolean().describe('本站的设置让不让管理员看别人的邮箱'),
    needsReason: z.boolean().describe('要不要写理由'),
  }),
  errors: ['notFound', 'conflict'],
})

export const beginLook = defineCall(routes.beginLook, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  sessionOnly: true,
  summary: {
    zh: '查看别人的邮箱：只能看，到时自动结束，每一步都记下来，对方也看得到；同一登录一次只看一个',
    en: 'Look at somebody’s mailbox: read only, for a while, every step on the record and seen by its holder',
  },
  body: z.strictObject({
    mailbox: mailboxId,
    reason: reason.optional(),
    words: z
      .string()
      .trim()
      .max(200, '最多 200 个字')
      .optional()
      .describe('写一句日后看得懂的，对方也看得到'),
    minutes: z.literal(lookMinutes).optional().describe('看多久，15（默认）或 60 分钟'),
  }),
  answer: z.object({
    token: token.describe('只在这一次查看里用的凭证，放在请求头里：Authorization: Bearer …'),
    look: look.describe('这一次查看'),
  }),
  errors: ['notFound', 'conflict', 'forbidden'],
})

export const getLook = defineCall(routes.getLook, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  sessionOnly: true,
  inLook: true,
  summary: { zh: '正在进行的查看', en: 'The look that is under way' },
  answer: z.object({ look: look.describe('这一次查看') }),
  errors: ['notFound'],
})

export const uncoverEmail = defineCall(routes.uncoverEmail, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  sessionOnly: true,
  inLook: true,
  summary: {
    zh: '揭开一封信里盖住的验证码和链接，另记一笔',
    en: 'Uncover the code and the links of a mail; this is recorded by itself',
  },
  body: z.strictObject({ id: mailId }),
  answer: z.object({ mail: mailDetail.describe('整封邮件，不再盖着') }),
  errors: ['notFound'],
})

export const endLook = defineCall(routes.endLook, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  sessionOnly: true,
  inLook: true,
  summary: { zh: '离开别人的邮箱', en: 'End the look' },
  answer: z.object({
    mails: z.int().describe('看了几封'),
    codes: z.int().describe('揭开了几封'),
  }),
  errors: ['notFound'],
})

export const getLooks = defineCall(routes.getLooks, {
  group: 'mailbox',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '管理员什么时候看过我的邮箱', en: 'When admins looked at the own mailboxes' },
  query: z.strictObject({ page, pageSize }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: id.describe('这一次查看的编号'),
          address: z.string().describe('被看的邮箱'),
          by: z.string().describe('谁，用户名'),
          beganAt: time.describe('从什么时候（ISO 8601，UTC）'),
          endedAt: time.nullable().describe('到什么时候，还在看则为 null'),
          reason: z.string().describe('理由，中文；没写则为空'),
          mails: z.int().describe('看了几封'),
          codes: z.int().describe('揭开了几封里盖住的验证码和链接'),
          parts: z.array(auditPart).describe('一步步做了什么，先做的在前'),
        }),
      )
      .describe('新的在前'),
    total,
  }),
  errors: [],
})
