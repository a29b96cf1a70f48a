/** Outgoing mail: sending it, and the state of each recipient. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import {
  address,
  cursor,
  deleted,
  id,
  ids,
  mailboxId,
  mailId,
  nextCursor,
  pageSize,
  search,
  time,
} from '../fields.ts'
import { fileTypes } from '../file-types.ts'
import { routes } from '../routes.ts'
import { draft } from './draft.ts'
import { attachment, attachmentId, person } from './mail.ts'

export const recipientStates = ['queued', 'sending', 'delivered', 'deferred', 'bounced', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

export const recipientState = z
  .enum(recipientStates)
  .describe('queued 排队，sending 发送中，delivered 已送达，deferred 暂缓，bounced 退信，cancelled 已取消')

export const sentFolders = ['sent', 'scheduled', 'queue'] as const
export type SentFolder = (typeof sentFolders)[number]

/** Sent mail has ids of its own, separate from those of received mail. */
export const sentId = id.describe('发出的邮件的编号')

const recipients = z.array(address).max(100, '最多 100 个收件人')

const handedIn = z.object({
  id: sentId,
  undoUntil: time.nullable().describe('在这之前可以用 cancelSent 撤回；null 不能撤回'),
})

export const sendEmail = defineCall(routes.sendEmail, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  ability: 'send',
  summary: { zh: '发信，立即进入队列', en: 'Send mail; queued at once' },
  body: z.strictObject({
    from: address.describe('发件邮箱，须是 getSenders 里的一个'),
    fromName: z.string().trim().max(100, '发件人名字太长').optional().describe('发件人显示的名字'),
    to: recipients.describe('收件人，“名字 <地址>” 也可以'),
    cc: recipients.optional().describe('抄送'),
    bcc: recipients.optional().describe('密送：不会出现在信里'),
    subject: z.string().max(500, '主题太长').describe('主题'),
    html: z
      .string()
      .max(5_000_000, '正文太长')
      .optional()
      .describe('网页正文；图片写成 cid:文件编号，并把编号放进 attachments'),
    text: z.string().max(5_000_000, '正文太长').optional().describe('纯文本正文；不填则由网页正文生成'),
    attachments: z.array(id).max(50, '最多 50 个附件').optional().describe('uploadFile 给的文件编号'),
    inReplyTo: id.optional().describe('回复或转发的是收件里的哪一封'),
    sendAt: time.optional().describe('定时发送的时间'),
    draftId: id.optional().describe('由哪份草稿而来，发出后草稿删除'),
  }),
  answer: handedIn,
  errors: ['notFound', 'forbidden', 'limitReached', 'conflict'],
})

export const invitationAnswers = ['accepted', 'tentative', 'declined'] as const
export type InvitationAnswer = (typeof invitationAnswers)[number]

export const answerInvitation = defineCall(routes.answerInvitation, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  ability: 'send',
  summary: {
    zh: '答复日程邀请，答复由收到邀请的邮箱发给发起人；可以改，以最后一次为准',
    en: 'Answer an invitation: the mailbox that got it writes to its organizer; a later answer counts',
  },
  body: z.strictObject({
    id: mailId.describe('邀请在收件里的哪一封'),
    attachmentId: attachmentId.describe('其中日历文件（text/calendar）的附件编号，最大 512 KB'),
    answer: z.enum(invitationAnswers).describe('accepted 接受，tentative 待定，declined 谢绝'),
    note: z.string().trim().max(500, '最多 500 个字').optional().describe('附给发起人的话'),
  }),
  answer: handedIn,
  errors: ['notFound', 'forbidden', 'limitReached'],
})

export const sentMail = z.object({
  id: sentId,
  mailboxId: mailboxId.describe('发件邮箱的编号'),
  from: z.string().describe('发件邮箱'),
  to: z.array(z.string()).describe('收件人，可能是“名字 <地址>”'),
  cc: z.array(z.string()).describe('抄送，可能是“名字 <地址>”'),
  subject: z.string().describe('主题，可能为空'),
  preview: z.string().describe('正文开头'),
  createdAt: time.describe('交来发送的时间（ISO 8601，UTC）'),
  sendAt: time.nullable().describe('定时发送的时间，null 表示不定时'),
  undoUntil: time.nullable().describe('在这之前可以撤回，null 表示不能撤回'),
  state: recipientState,
  attachmentCount: z.int().describe('附件数，正文里的图片不算'),
  size: z.int().describe('字节数'),
  recipients: z
    .array(
      z.object({
        id: id.describe('这个收件人在队列里的编号'),
        address: z.string().describe('收件地址'),
        kind: z.enum(['to', 'cc', 'bcc']).describe('to 收件人，cc 抄送，bcc 密送'),
        state: recipientState,
        reason: z.string().describe('一句话的原因，中文；没有则为空'),
        answer: z.string().describe('对方服务器的答复原文；对方没有答话时为空'),
        host: z.string().describe('对方服务器'),
        attempts: z.int().describe('试过几次'),
        lastAttemptAt: time.nullable().describe('上一次尝试，null 表示还没试过'),
        nextAttemptAt: time.nullable().describe('下一次尝试，null 表示不再试或正在试'),
        deliveredAt: time.nullable().describe('对方收下的时间，没送达为 null'),
      }),
    )
    .describe('每个收件人各自的情形，密送的也在内'),
})
export type SentMail = z.output<typeof sentMail>

export const sentDetail = sentMail.extend({
  sender: person.describe('信上写的发件人'),
  messageId: z.string().describe('信头里的 Message-ID'),
  text: z.string().nullable().describe('纯文本正文，null 表示没有'),
  html: z.string().nullable().describe('净化后的网页正文，null 表示没有'),
  attachments: z.array(attachment).describe('附件，连同正文里的图片'),
})
export type SentDetail = z.output<typeof sentDetail>

export const getSentEmail = defineCall(routes.getSentEmail, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  summary: {
    zh: '列出已发送的邮件和每个收件人的状态，新的在前',
    en: 'List sent mail with the state of each recipient, newest first',
  },
  query: z.strictObject({
    mailbox: id.optional().describe('只看这个邮箱发出的'),
    folder: z
      .enum(sentFolders)
      .optional()
      .describe('sent 到了发送时间的（默认），scheduled 定时的，queue 还没有结果的'),
    state: z.enum(recipientStates).optional().describe('有收件人处于这个状态'),
    q: search.describe('主题、发件邮箱或收件人的一部分'),
    cursor,
    pageSize,
  }),
  answer: z.object({
    list: z.array(sentMail).describe('这一页的邮件，新的在前'),
    nextCursor,
    counts: z
      .object({
        drafts: z.int().describe('自己的草稿'),
        scheduled: z.int().describe('定时的、还没到时间'),
        queue: z.int().describe('还没有结果的'),
      })
      .describe('草稿、定时、排队各有多少，最多数到 1000'),
  }),
  errors: ['notFound'],
})

const one = z.strictObject({ id: sentId })

export const getSent = defineCall(routes.getSent, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  summary: { zh: '看一封发出的邮件', en: 'Read one sent mail' },
  params: one,
  answer: z.object({ mail: sentDetail.describe('整封邮件') }),
  errors: ['notFound'],
})

export const getSentSource = defineCall(routes.getSentSource, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  answers: 'bytes',
  types: ['message/rfc822'],
  summary: {
    zh: '发出的邮件原文，签名是发出时才加的',
    en: 'The source of a sent mail; it is signed only as it leaves',
  },
  params: one,
  answer: z.object({}),
  errors: ['notFound'],
})

export const getSentAttachment = defineCall(routes.getSentAttachment, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  answers: 'bytes',
  types: fileTypes,
  summary: { zh: '下载发出的邮件的附件', en: 'Download an attachment of a sent mail' },
  params: z.strictObject({ id: sentId, attachmentId }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const delSentEmail = defineCall(routes.delSentEmail, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  summary: {
    zh: '删除已发送的邮件；还在排队的要先取消',
    en: 'Delete sent mail; what is still queued must be cancelled first',
  },
  body: z.strictObject({ ids: ids.describe('发出的邮件的编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound', 'conflict'],
})

export const cancelSent = defineCall(routes.cancelSent, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  summary: {
    zh: '撤回或取消还没有发出的收件人；可以同时放回草稿',
    en: 'Cancel the recipients to whom it has not left yet; it can go back to the drafts',
  },
  body: z.strictObject({
    id: sentId,
    toDraft: z.boolean().optional().describe('全部撤回时放回草稿'),
  }),
  answer: z.object({
    cancelled: z.int().describe('取消了几个收件人'),
    left: z.int().describe('已经发出、来不及取消的收件人'),
    draftId: id.nullable().describe('放回的草稿的编号；没有放回为 null'),
  }),
  errors: ['notFound', 'conflict'],
})

export const retrySent = defineCall(routes.retrySent, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  summary: {
    zh: '现在就重试暂缓的收件人；定时的现在就发',
    en: 'Try the deferred recipients now; send a scheduled mail now',
  },
  body: one,
  answer: z.object({ queued: z.int().describe('有几个收件人会马上再试') }),
  errors: ['notFound'],
})

export const editSentAsNew = defineCall(routes.editSentAsNew, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  ability: 'send',
  summary: {
    zh: '以一封发出的邮件为底稿写新的：连同附件放进草稿',
    en: 'A new draft from a sent mail, attachments included',
  },
  body: z.strictObject({
    id: sentId,
    onlyBounced: z.boolean().optional().describe('只写给退信的收件人'),
  }),
  answer: z.object({ draft: draft.describe('新的草稿') }),
  errors: ['notFound', 'limitReached'],
})

export const getSenders = defineCall(routes.getSenders, {
  group: 'sent',
  who: loggedIn,
  page: ['sent', 'setting'],
  ability: 'send',
  summary: {
    zh: '可以用来发信的邮箱、签名和今天还能发多少',
    en: 'Mailboxes to send from, the signature, and how many sends are left today',
  },
  query: z.strictObject({ q: search.describe('地址的一部分') }),
  answer: z.object({
    list: z
      .array(
        z.object({
          mailboxId,
          address: z.string().describe('可以填进 sendEmail 的 from'),
          stopped: z.string().nullable().describe('它的发信被系统停住时的说明，否则为 null'),
        }),
      )
      .describe('最多 200 个'),
    name: z.string().describe('自己设的发件人名字'),
    signature: z.string().describe('自己设的签名，纯文本'),
    sentToday: z.int().describe('今天发了多少，按收件人计'),
    sendsPerDay: z.int().nullable().describe('每天的上限，null 不限'),
    maxMessageMb: z.int().describe('一封信连同附件的上限，单位 MB'),
    undoSeconds: z.int().describe('发出后可以撤回的秒数'),
    stopped: z.string().nullable().describe('发信被系统停住时的说明，否则为 null'),
  }),
  errors: [],
})

export const getContacts = defineCall(routes.getContacts, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  summary: {
    zh: '边输入边找收件人：来自自己发出和收到的邮件',
    en: 'Type-ahead for recipients, from own sent and received mail',
  },
  query: z.strictObject({
    q: z.string().trim().min(1, '请输入要找的内容').max(100).describe('名字或地址的一部分'),
  }),
  answer: z.object({ list: z.array(person).describe('常写的在前，最多 10 个') }),
  errors: [],
})

export const setSignature = defineCall(routes.setSignature, {
  group: 'sent',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '设自己的发件人名字和签名', en: 'Set the own sender name and signature' },
  body: z.strictObject({
    name: z.string().trim().max(100, '发件人名字太长').describe('发件人显示的名字'),
    signature: z.string().trim().max(2000, '签名太长').describe('纯文本，可以分行'),
  }),
  answer: z.object({
    name: z.string().describe('存下的发件人名字，可能为空'),
    signature: z.string().describe('存下的签名，可能为空'),
  }),
  errors: [],
})
