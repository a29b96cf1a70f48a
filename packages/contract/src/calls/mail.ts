/** Reading mail that has arrived. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { cursor, id, ids, pageSize, queryFlag, time } from '../fields.ts'

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
    q: z.string().trim().max(200, '搜索词太长').optional().describe('搜主题、发件人、正文'),
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

export const setReadEmail = defineCall({
  method: 'POST',
  path: '/api/user/setReadEmail',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '标为已读或未读', en: 'Mark mails read or unread' },
  body: z
    .strictObject({
      ids: ids.optional(),
      all: z.literal(true).optional().describe('全部邮件，或所给邮箱的全部'),
      mailbox: id.optional(),
      read: z.boolean(),
    })
    .refine(value => (value.ids === undefined) !== (value.all === undefined), {
      error: '请选邮件，或选择全部',
      path: ['ids'],
    }),
  answer: z.object({ changed: z.int() }),
  errors: ['notFound'],
})

export const updateEmail = defineCall({
  method: 'POST',
  path: '/api/user/updateEmail',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '加星、移动、加标签', en: 'Star, move or label mails' },
  body: z.strictObject({
    ids,
    starred: z.boolean().optional(),
    folder: z.enum(folders).optional(),
    labels: z.array(z.string().trim().min(1).max(32)).max(20).optional(),
  }),
  answer: z.object({ changed: z.int() }),
  errors: ['notFound'],
})

export const deleteEmail = defineCall({
  method: 'DELETE',
  path: '/api/user/deleteEmail/{id}',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '删除一封：先进回收站，回收站里的彻底删除',
    en: 'Delete one mail: to the trash first, for good from the trash',
  },
  params: z.strictObject({ id }),
  answer: z.object({ trashed: z.int(), deleted: z.int() }),
  errors: ['notFound'],
})

export const delEmail = defineCall({
  method: 'POST',
  path: '/api/user/delEmail',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '删除多封', en: 'Delete several mails' },
  body: z.strictObject({ ids }),
  answer: z.object({ trashed: z.int(), deleted: z.int() }),
  errors: ['notFound'],
})

export const deleteEmailsInTimeRange = defineCall({
  method: 'POST',
  path: '/api/user/deleteEmailsInTimeRange',
  group: 'mail',
  who: loggedIn,
  summary: {
    zh: '删除一段时间内的邮件，或只数有多少',
    en: 'Delete the mails of a period, or only count them',
  },
  body: z
    .strictObject({ mailbox: id.optional(), from: time, to: time, dryRun: z.boolean().optional() })
    .refine(value => Date.parse(value.from) < Date.parse(value.to), {
      error: '结束要晚于开始',
      path: ['to'],
    }),
  answer: z.object({ count: z.int() }),
  errors: ['notFound'],
})
