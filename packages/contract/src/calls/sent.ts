/** Mail that goes out, and files on their way into it. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { address, cursor, id, ids, pageSize, search, time } from '../fields.ts'

export const recipientStates = ['queued', 'sending', 'delivered', 'deferred', 'bounced', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

const recipients = z.array(address).max(100, '最多 100 个收件人')

export const sendEmail = defineCall({
  method: 'POST',
  path: '/api/user/sendEmail',
  group: 'sent',
  who: loggedIn,
  ability: 'send',
  summary: { zh: '发信，立即进入队列', en: 'Send mail; queued at once' },
  body: z.strictObject({
    from: address,
    to: recipients.min(1, '请填写收件人'),
    cc: recipients.optional(),
    bcc: recipients.optional(),
    subject: z.string().max(500, '主题太长'),
    html: z.string().max(5_000_000, '正文太长').optional(),
    text: z.string().max(5_000_000, '正文太长').optional(),
    attachments: z.array(id).max(50, '最多 50 个附件').optional(),
    inReplyTo: id.optional(),
    sendAt: time.optional(),
  }),
  answer: z.object({ id }),
  errors: ['notFound', 'limitReached'],
})

export const sentMail = z.object({
  id,
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  createdAt: time,
  sendAt: time.nullable(),
  state: z.enum(recipientStates),
  recipients: z.array(
    z.object({
      address: z.string(),
      state: z.enum(recipientStates),
      answer: z.string().describe('对方服务器的答复'),
      attempts: z.int(),
      nextAttemptAt: time.nullable(),
    }),
  ),
})
export type SentMail = z.output<typeof sentMail>

export const getSentEmail = defineCall({
  method: 'GET',
  path: '/api/user/getSentEmail',
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: {
    zh: '列出已发送的邮件和每个收件人的状态',
    en: 'List sent mail with the state of each recipient',
  },
  query: z.strictObject({
    mailbox: id.optional(),
    state: z.enum(recipientStates).optional(),
    q: search,
    cursor,
    pageSize,
  }),
  answer: z.object({ list: z.array(sentMail), nextCursor: z.string().nullable() }),
  errors: ['notFound'],
})

export const delSentEmail = defineCall({
  method: 'POST',
  path: '/api/user/delSentEmail',
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: { zh: '删除已发送的邮件', en: 'Delete sent mail' },
  body: z.strictObject({ ids }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})

export const uploadFile = defineCall({
  method: 'POST',
  path: '/api/user/uploadFile',
  group: 'sent',
  who: loggedIn,
  ability: 'upload',
  multipart: true,
  summary: {
    zh: '上传一个文件：附件、站点图标或头像',
    en: 'Upload one file: attachment, site logo or avatar',
  },
  answer: z.object({ id, filename: z.string(), contentType: z.string(), size: z.int() }),
  errors: [],
})
