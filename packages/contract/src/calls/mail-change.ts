/** Changing mail that has arrived: marking, moving and deleting it. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, ids, time } from '../fields.ts'
import { folders } from './mail.ts'

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

export const emptyTrash = defineCall({
  method: 'POST',
  path: '/api/user/emptyTrash',
  group: 'mail',
  who: loggedIn,
  summary: { zh: '清空回收站', en: 'Empty the trash' },
  body: z.strictObject({
    mailbox: id.optional().describe('只清空这个邮箱的；不填清空能打开的全部邮箱，管理员是全站所有人的'),
  }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})
