/** Reading mail that has arrived. */
import { z } from 'zod'
import { defineCall, everyone, loggedIn } from '../call.ts'
import {
  cursor,
  id,
  mailboxId,
  mailId,
  nextCursor,
  page,
  pageSize,
  queryFlag,
  queryInt,
  search,
  time,
  total,
} from '../fields.ts'
import { fileTypes, imageTypes } from '../file-types.ts'
import { routes } from '../routes.ts'
import { authResult, seal } from './mail-proof.ts'

const folderWords = 'inbox 收件箱，archive 归档，spam 垃圾邮件，trash 回收站，其余是自己建的文件夹的编号'
/** A folder that every mailbox has, or the id of one's own. */
export const folder = id.describe(folderWords)

export const person = z.object({
  name: z.string().describe('显示的名字，没写则为空'),
  address: z.string().describe('邮箱地址'),
})
export type Person = z.output<typeof person>

export const mailRow = z.object({
  id: mailId,
  mailboxId: mailboxId.describe('收到它的邮箱的编号'),
  address: z.string().describe('收到它的邮箱'),
  from: person.describe('信上写的发件人'),
  to: z.array(person).describe('信上写的收件人'),
  subject: z.string().describe('主题，没有则为空'),
  preview: z.string().describe('正文开头'),
  receivedAt: time.describe('收到的时间（ISO 8601，UTC）'),
  read: z.boolean().describe('是否已读'),
  starred: z.boolean().describe('是否加了星'),
  folder,
  labels: z.array(z.string()).describe('标签，没有则为空'),
  code: z.string().nullable().describe('取出的验证码，null 表示没有'),
  link: z.string().nullable().describe('取出的确认链接，null 表示没有'),
  covered: z
    .array(z.enum(['code', 'link']))
    .exactOptional()
    .describe('只在查看别人的邮箱时有：有而盖住了的，code 验证码，link 确认链接'),
  attachmentCount: z.int().describe('附件数，正文里的图片不算'),
  size: z.int().describe('字节数'),
  spamScore: z.number().describe('垃圾分，越高越像垃圾邮件；到了站点的界限就进垃圾邮件'),
})
export type MailRow = z.output<typeof mailRow>

export const getInbox = defineCall(routes.getInbox, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  inLook: true,
  summary: { zh: '列出邮件，新的在前', en: 'List mail, newest first' },
  query: z.strictObject({
    mailbox: id.optional().describe('只看这个邮箱；不填看全部'),
    folder: id.optional().describe(`不填是收件箱；${folderWords}；starred 加了星的`),
    unread: queryFlag.optional().describe('true 只看未读的，false 只看已读的'),
    hasCode: queryFlag.optional().describe('true 只看有验证码的，false 只看没有的'),
    hasAttachment: queryFlag.optional().describe('true 只看有附件的，false 只看没有的'),
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
  answer: z.object({ list: z.array(mailRow).describe('这一页的邮件，新的在前'), nextCursor }),
  errors: ['notFound'],
})

export const getUnreadEmail = defineCall(routes.getUnreadEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '各邮箱的未读数和最新的未读邮件',
    en: 'Unread counts per mailbox and the newest unread mails',
  },
  answer: z.object({
    total: z.int().describe('一共多少封未读'),
    counts: z
      .array(z.object({ mailboxId, unread: z.int().describe('未读数') }))
      .describe('有未读的邮箱各有多少，多的在前，最多 1000 个'),
    list: z.array(mailRow).describe('最新的未读邮件，最多 20 封'),
  }),
  errors: [],
})

export const attachment = z.object({
  id: z.string().describe('附件编号，在这封邮件里的位置，如 1.2；附着的邮件里的附件如 2-1.2'),
  filename: z.string().describe('文件名；没写的按类型起一个'),
  contentType: z.string().describe('信里写的类型，如 application/pdf'),
  size: z.int().describe('解码后的字节数'),
  inline: z.boolean().describe('显示在正文里，不算附件'),
  cid: z.string().nullable().describe('正文用 cid: 引用它的名字，null 表示没有'),
})
export type AttachmentInfo = z.output<typeof attachment>

const evidence = z
  .object({
    where: z.enum(['subject', 'text', 'html']).describe('取自主题、正文还是网页正文'),
    words: z.string().describe('它所在的那句话'),
    keyword: z.string().nullable().describe('说明它是什么的词，没有则为 null'),
    confidence: z.number().describe('把握，0 到 1'),
  })
  .nullable()

export const mailDetail = mailRow.extend({
  cc: z.array(person).describe('抄送'),
  replyTo: z.array(person).describe('回信地址，空则回给发件人'),
  date: time.nullable().describe('信上写的时间，null 表示没写或写错'),
  messageId: z.string().describe('信头里的 Message-ID，没有则为空'),
  text: z.string().nullable().describe('纯文本正文，null 表示没有'),
  html: z.string().nullable().describe('净化后的网页正文，外部图片已拦下，null 表示没有'),
  remoteImages: z.int().describe('拦下的外部图片数'),
  headers: z
    .array(z.object({ name: z.string().describe('信头名'), value: z.string().describe('内容，已解码') }))
    .describe('信头，按原来的顺序'),
  attachments: z.array(attachment).describe('附件，连同正文里的图片'),
  seal: seal.describe('写信人的程序加的密和签的名，都没有为 null'),
  auth: z
    .object({
      spf: authResult.describe('SPF：发信服务器是不是那个域名的'),
      dkim: authResult.describe('DKIM：域名的签名'),
      dmarc: authResult.describe('DMARC：和信上的发件人对不对得上'),
      arc: authResult.describe('ARC：转发链'),
    })
    .describe('收信时对发件人的核对'),
  codeEvidence: evidence.describe('验证码是怎么找到的，没有验证码为 null'),
  linkEvidence: evidence.describe('确认链接是怎么找到的，没有链接为 null'),
  warnings: z.array(z.string()).describe('解析时遇到的问题'),
})
export type MailDetail = z.output<typeof mailDetail>

export const attachmentId = z
  .string()
  .max(200, '附件编号格式不对')
  .regex(/^[0-9.]+(?:-[0-9.]+){0,4}$/, '附件编号格式不对')
  .describe('附件编号，邮件的 attachments 里给的')

const one = z.strictObject({ id: mailId })

export const getEmail = defineCall(routes.getEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  inLook: true,
  summary: { zh: '读一封邮件', en: 'Read one mail' },
  params: one,
  answer: z.object({ mail: mailDetail.describe('整封邮件') }),
  errors: ['notFound'],
})

export const getEmailSource = defineCall(routes.getEmailSource, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  answers: 'bytes',
  types: ['message/rfc822'],
  summary: {
    zh: '邮件原文，在我们加的信头之后一字不差',
    en: 'The mail as received, byte for byte, after our own trace headers',
  },
  params: one,
  answer: z.object({}),
  errors: ['notFound'],
})

export const getAttachment = defineCall(routes.getAttachment, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  answers: 'bytes',
  types: fileTypes,
  summary: { zh: '下载附件', en: 'Download an attachment' },
  params: z.strictObject({ id: mailId, attachmentId }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const attachedMail = mailDetail.pick({
  from: true,
  to: true,
  cc: true,
  replyTo: true,
  subject: true,
  date: true,
  text: true,
  html: true,
  remoteImages: true,
  headers: true,
  attachments: true,
  seal: true,
  warnings: true,
})
export type AttachedMail = z.output<typeof attachedMail>

export const getAttachedEmail = defineCall(routes.getAttachedEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '读附在邮件里的一封邮件（.eml）；它的发件人没有核对过',
    en: 'Read a mail that is attached to a mail (.eml); its sender was not checked',
  },
  params: z.strictObject({ id: mailId, attachmentId }),
  answer: z.object({ mail: attachedMail.describe('附着的邮件') }),
  errors: ['notFound'],
})

export const getImage = defineCall(routes.getImage, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  answers: 'bytes',
  types: imageTypes,
  summary: {
    zh: '替读信人取邮件里的一张外部图片',
    en: "Fetch a remote image of a mail on the reader's behalf",
  },
  params: one,
  query: z.strictObject({
    url: z.string().min(1).max(4000, '图片地址太长').describe('邮件里的图片地址'),
    attachmentId: attachmentId.optional().describe('图片在附着的邮件里时，那封邮件的附件编号'),
  }),
  answer: z.object({}),
  errors: ['notFound', 'remoteRefused'],
})

export const waitEmail = defineCall(routes.waitEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '等一封符合条件的邮件，最多 60 秒',
    en: 'Wait for a mail that meets the conditions, up to 60 s',
  },
  query: z.strictObject({
    mailbox: z.string().max(320).optional().describe('邮箱编号或地址；不填则任一邮箱'),
    from: z.string().max(320).optional().describe('发件人包含'),
    subject: z.string().max(200).optional().describe('主题包含'),
    text: z
      .string()
      .trim()
      .min(1, '请填写要找的字')
      .max(200, '搜索词太长')
      .optional()
      .describe('主题、发件人或正文里有这些词，找法和 getInbox 的 q 一样'),
    hasCode: queryFlag.optional().describe('true 要有验证码的，false 要没有的'),
    hasLink: queryFlag.optional().describe('true 要有确认链接的，false 要没有的'),
    code: queryFlag.optional().describe('true 同 hasCode=true'),
    cursor: z
      .string()
      .max(6000)
      .optional()
      .describe('上一次回答里的 cursor：接着等，没给过的一封不漏，先到的先给；有它就不看 since 和 within'),
    within: queryInt(0, 86_400)
      .optional()
      .describe('没有 cursor 和 since 时，往回看多少秒，默认 120；里面有符合的，马上给最新的一封'),
    since: time.optional().describe('从这个时间起算，先到的先给'),
    timeout: queryInt(1, 60).optional().describe('最多等几秒，默认 30'),
  }),
  answer: z.object({
    mail: mailRow.describe('符合的邮件'),
    cursor: z.string().describe('下一次带上它，接着等后面的'),
  }),
  errors: ['notFound', 'waitedInVain'],
})

/** The content of the event `changed`: which mails changed, and how. */
export const mailsChanged = z.object({
  mailboxId,
  ids: z.array(mailId).nullable(),
  change: z
    .object({
      read: mailRow.shape.read.exactOptional(),
      starred: mailRow.shape.starred.exactOptional(),
      folder: folder.exactOptional(),
      labels: mailRow.shape.labels.exactOptional(),
    })
    .nullable(),
})
export type MailsChanged = z.output<typeof mailsChanged>

export const events = defineCall(routes.events, {
  group: 'mail',
  who: loggedIn,
  page: ['inbox', 'sent', 'domain', 'card'],
  answers: 'events',
  summary: {
    zh: '实时事件流（server-sent events）：mail、unread、changed、sent、order、domain；changed 说哪些邮件变成了什么样，change 为 null 表示彻底删除了，ids 为 null 表示很多封，请重新读取列表；可用 Last-Event-ID 续接，错过太多时给出 reload，请重新读取列表。同一登录或密钥最多同时保持 50 条，再开一条会断开最早的那条',
    en: 'Server-sent events named mail, unread, changed, sent, order, domain; `changed` tells what became of mails, `change` null that they are gone for good, `ids` null that they are many: read the lists anew; resumable with Last-Event-ID; `reload` after too long a gap means: read the lists anew; one login or key holds 50 of them at most, and one more ends the oldest',
  },
  answer: z.object({}),
  errors: [],
})

export const traceVerdicts = ['accepted', 'refused', 'deferred', 'discarded'] as const
const verdict = z
  .enum(traceVerdicts)
  .describe('accepted 收下，refused 拒收，deferred 请对方稍后再发，discarded 丢弃')

export const getTrace = defineCall(routes.getTrace, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  inLook: true,
  summary: {
    zh: '收信记录：每次投递的结果和原因',
    en: 'What happened to each attempt to deliver to us, and why',
  },
  query: z.strictObject({
    mailbox: id.optional().describe('只看这个邮箱的；不填看全部'),
    q: search.describe('发件人或收件人的一部分'),
    verdict: verdict.optional(),
    page,
    pageSize,
  }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: id.describe('这条记录的编号'),
          at: time.describe('答复对方的时间（ISO 8601，UTC）'),
          client: z.string().describe('对方服务器的地址'),
          sender: z.string().describe('投递时报的发件人，退信为空'),
          recipient: z.string().describe('投递时报的收件人'),
          verdict,
          reason: z.string().describe('原因，中文'),
          reply: z.string().describe('我们的答复'),
          mailId: id.nullable().describe('收下的那封邮件的编号，没收下为 null'),
        }),
      )
      .describe('每次投递一条，新的在前'),
    total,
  }),
  errors: ['notFound'],
})

export const sendTestMail = defineCall(routes.sendTestMail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  summary: {
    zh: '给自己的邮箱发一封测试邮件，走真正的收信端口',
    en: 'Send a test mail to an own mailbox through the real SMTP port',
  },
  body: z.strictObject({ mailbox: mailboxId }),
  answer: z.object({}),
  errors: ['notFound', 'busy'],
})

export const getFigures = defineCall(routes.getFigures, {
  group: 'site',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '首页的几个数字', en: 'Figures for the home page' },
  answer: z.object({
    receivedToday: z.int().describe('今天收信'),
    codesToday: z.int().describe('今天取出的验证码'),
    mailboxes: z.int().describe('此刻在用的邮箱'),
    secondsToSeen: z.number().nullable().describe('从收下到可见的秒数，中位数'),
  }),
  errors: [],
})
