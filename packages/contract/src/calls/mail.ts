/** Reading mail that has arrived. */
import { z } from 'zod'
import { defineCall, everyone, loggedIn } from '../call.ts'
import { cursor, id, page, pageSize, queryFlag, queryInt, search, time, total } from '../fields.ts'

export const folders = ['inbox', 'spam', 'trash'] as const
export type Folder = (typeof folders)[number]

export const person = z.object({ name: z.string(), address: z.string() })
export type Person = z.output<typeof person>

export const mailRow = z.object({
  id,
  mailboxId: id,
  address: z.string().describe('收到它的邮箱'),
  from: person,
  to: z.array(person),
  subject: z.string(),
  preview: z.string().describe('正文开头'),
  receivedAt: time,
  read: z.boolean(),
  starred: z.boolean(),
  folder: z.enum(folders),
  labels: z.array(z.string()),
  code: z.string().nullable().describe('取出的验证码'),
  link: z.string().nullable().describe('取出的确认链接'),
  attachmentCount: z.int(),
  size: z.int().describe('字节数'),
  spamScore: z.number(),
})
export type MailRow = z.output<typeof mailRow>

export const getInbox = defineCall({
  method: 'GET',
  path: '/api/user/getInbox',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '列出邮件，新的在前', en: 'List mail, newest first' },
  query: z.strictObject({
    mailbox: id.optional().describe('只看这个邮箱；不填看全部'),
    folder: z
      .enum([...folders, 'starred'])
      .optional()
      .describe('默认 inbox'),
    unread: queryFlag.optional(),
    hasCode: queryFlag.optional(),
    hasAttachment: queryFlag.optional(),
    label: z.string().trim().min(1).max(32, '标签太长').optional().describe('只看有这个标签的'),
    q: z
      .string()
      .trim()
      .max(200, '搜索词太长')
      .optional()
      .describe('搜主题、发件人、正文；字母写成的词从三个字母起按开头找，更短的按整词找'),
    from: time.optional().describe('不早于'),
    to: time.optional().describe('早于'),
    cursor,
    pageSize,
  }),
  answer: z.object({ list: z.array(mailRow), nextCursor: z.string().nullable() }),
  errors: ['notFound'],
})

export const getUnreadEmail = defineCall({
  method: 'GET',
  path: '/api/user/getUnreadEmail',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '各邮箱的未读数和最新的未读邮件',
    en: 'Unread counts per mailbox and the newest unread mails',
  },
  answer: z.object({
    total: z.int(),
    counts: z.array(z.object({ mailboxId: id, unread: z.int() })),
    list: z.array(mailRow),
  }),
  errors: [],
})

/** Results as RFC 8601 names them. */
export const authResults = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'] as const
const authResult = z.object({
  result: z.enum(authResults),
  domain: z.string().describe('判定所依据的域名'),
  detail: z.string().describe('一句话的说明'),
})
export type AuthResult = z.output<typeof authResult>

export const attachment = z.object({
  id: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.int(),
  inline: z.boolean(),
  cid: z.string().nullable(),
})
export type AttachmentInfo = z.output<typeof attachment>

const evidence = z
  .object({
    where: z.enum(['subject', 'text', 'html']).describe('取自主题、正文还是网页正文'),
    words: z.string().describe('它所在的那句话'),
    keyword: z.string().nullable().describe('说明它是验证码的词'),
    confidence: z.number(),
  })
  .nullable()

export const mailDetail = mailRow.extend({
  cc: z.array(person),
  replyTo: z.array(person),
  date: time.nullable().describe('信上写的时间'),
  messageId: z.string(),
  text: z.string().nullable().describe('纯文本正文'),
  html: z.string().nullable().describe('净化后的网页正文，外部图片已拦下'),
  remoteImages: z.int().describe('拦下的外部图片数'),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(attachment),
  auth: z.object({ spf: authResult, dkim: authResult, dmarc: authResult, arc: authResult }),
  codeEvidence: evidence,
  linkEvidence: evidence,
  warnings: z.array(z.string()).describe('解析时遇到的问题'),
})
export type MailDetail = z.output<typeof mailDetail>

const mailId = z.strictObject({ id })

export const getEmail = defineCall({
  method: 'GET',
  path: '/api/user/getEmail/{id}',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '读一封邮件', en: 'Read one mail' },
  params: mailId,
  answer: z.object({ mail: mailDetail }),
  errors: ['notFound'],
})

export const getEmailSource = defineCall({
  method: 'GET',
  path: '/api/user/getEmailSource/{id}',
  group: 'mail',
  who: loggedIn,
  answers: 'bytes',
  summary: {
    zh: '邮件原文，在我们加的信头之后一字不差',
    en: 'The mail as received, byte for byte, after our own trace headers',
  },
  params: mailId,
  answer: z.object({}),
  errors: ['notFound'],
})

export const getAttachment = defineCall({
  method: 'GET',
  path: '/api/user/getAttachment/{id}/{attachmentId}',
  group: 'mail',
  who: loggedIn,
  answers: 'bytes',
  summary: { zh: '下载附件', en: 'Download an attachment' },
  params: z.strictObject({ id, attachmentId: z.string().regex(/^[0-9.]{1,200}$/, '附件编号格式不对') }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const getImage = defineCall({
  method: 'GET',
  path: '/api/user/getImage/{id}',
  group: 'mail',
  who: loggedIn,
  answers: 'bytes',
  summary: {
    zh: '替读信人取邮件里的一张外部图片',
    en: "Fetch a remote image of a mail on the reader's behalf",
  },
  params: mailId,
  query: z.strictObject({ url: z.string().min(1).max(4000, '图片地址太长').describe('邮件里的图片地址') }),
  answer: z.object({}),
  errors: ['notFound', 'remoteRefused'],
})

export const waitEmail = defineCall({
  method: 'GET',
  path: '/api/user/waitEmail',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '等一封符合条件的邮件，最多 60 秒',
    en: 'Wait for a mail that meets the conditions, up to 60 s',
  },
  query: z.strictObject({
    mailbox: z.string().max(320).optional().describe('邮箱编号或地址；不填则任一邮箱'),
    from: z.string().max(320).optional().describe('发件人包含'),
    subject: z.string().max(200).optional().describe('主题包含'),
    code: queryFlag.optional().describe('1：要有验证码'),
    since: time.optional().describe('从这个时间起算已收到的；默认从现在起'),
    timeout: queryInt(1, 60).optional().describe('最多等几秒，默认 30'),
  }),
  answer: z.object({ mail: mailRow }),
  errors: ['notFound', 'waitedInVain'],
})

export const events = defineCall({
  method: 'GET',
  path: '/api/user/events',
  group: 'mail',
  who: loggedIn,
  answers: 'events',
  summary: {
    zh: '实时事件流（server-sent events）：mail、unread、sent、order、domain；可用 Last-Event-ID 续接，错过太多时给出 reload，请重新读取列表。同一登录或密钥最多同时保持 50 条，再开一条会断开最早的那条',
    en: 'Server-sent events named mail, unread, sent, order, domain; resumable with Last-Event-ID; `reload` after too long a gap means: read the lists anew; one login or key holds 50 of them at most, and one more ends the oldest',
  },
  answer: z.object({}),
  errors: [],
})

export const traceVerdicts = ['accepted', 'refused', 'deferred', 'discarded'] as const

export const getTrace = defineCall({
  method: 'GET',
  path: '/api/user/getTrace',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '收信记录：每次投递的结果和原因',
    en: 'What happened to each attempt to deliver to us, and why',
  },
  query: z.strictObject({
    mailbox: id.optional(),
    q: search.describe('发件人或收件人的一部分'),
    verdict: z.enum(traceVerdicts).optional(),
    page,
    pageSize,
  }),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        at: time,
        client: z.string().describe('对方服务器的地址'),
        sender: z.string(),
        recipient: z.string(),
        verdict: z.enum(traceVerdicts),
        reason: z.string().describe('原因，中文'),
        reply: z.string().describe('我们的答复'),
        mailId: id.nullable(),
      }),
    ),
    total,
  }),
  errors: ['notFound'],
})

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/api/user/sendTestMail',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '给自己的邮箱发一封测试邮件，走真正的收信端口',
    en: 'Send a test mail to an own mailbox through the real SMTP port',
  },
  body: z.strictObject({ mailbox: id }),
  answer: z.object({}),
  errors: ['notFound', 'busy'],
})

export const getFigures = defineCall({
  method: 'GET',
  path: '/api/getFigures',
  group: 'site',
  who: everyone,
  summary: { zh: '首页的几个数字', en: 'Figures for the home page' },
  answer: z.object({
    receivedToday: z.int().describe('今天收信'),
    codesToday: z.int().describe('今天取出的验证码'),
    mailboxes: z.int().describe('此刻在用的邮箱'),
    secondsToSeen: z.number().nullable().describe('从收下到可见的秒数，中位数'),
  }),
  errors: [],
})
