/** Changing mail that has arrived: marking, moving and deleting it. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, ids, mailId, time } from '../fields.ts'
import { routes } from '../routes.ts'
import { asJob, jobId } from './job.ts'
import { folder } from './mail.ts'

const mailIds = ids.describe('邮件编号，最多 1000 个')

/** Mail first goes to the trash, and from there it is deleted for good. */
const gone = z.object({
  trashed: z.int().describe('移进回收站几封'),
  deleted: z.int().describe('彻底删除几封'),
})

export const setReadEmail = defineCall(routes.setReadEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '标为已读或未读', en: 'Mark mails read or unread' },
  body: z
    .strictObject({
      ids: mailIds.optional(),
      all: z.literal(true).optional().describe('全部邮件，或所给邮箱的全部'),
      mailbox: id.optional().describe('和 all 一起用：只标这个邮箱的'),
      read: z.boolean().describe('true 标为已读，false 标为未读'),
    })
    .refine(value => (value.ids === undefined) !== (value.all === undefined), {
      error: '请选邮件，或选择全部',
      path: ['ids'],
    }),
  answer: z.object({ changed: z.int().describe('改动了几封，原来就是这样的不算') }),
  errors: ['notFound'],
})

export const updateEmail = defineCall(routes.updateEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '加星、移动、加标签', en: 'Star, move or label mails' },
  body: z.strictObject({
    ids: mailIds,
    starred: z.boolean().optional().describe('加星或去掉星'),
    folder: folder
      .optional()
      .describe(
        '移到哪里：inbox 收件箱，archive 归档，spam 垃圾邮件，trash 回收站，或同一个邮箱里自己建的文件夹的编号',
      ),
    labels: z
      .array(z.string().trim().min(1).max(32))
      .max(20)
      .optional()
      .describe('换成这些标签，最多 20 个，每个最多 32 个字；空列表则去掉全部'),
  }),
  answer: z.object({ changed: z.int().describe('改动了几封，原来就是这样的不算') }),
  errors: ['notFound'],
})

export const deleteEmail = defineCall(routes.deleteEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '删除一封：先进回收站，回收站里的彻底删除',
    en: 'Delete one mail: to the trash first, for good from the trash',
  },
  params: z.strictObject({ id: mailId }),
  answer: gone,
  errors: ['notFound'],
})

export const delEmail = defineCall(routes.delEmail, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '删除多封', en: 'Delete several mails' },
  body: z.strictObject({ ids: mailIds }),
  answer: gone,
  errors: ['notFound'],
})

export const deleteEmailsInTimeRange = defineCall(routes.deleteEmailsInTimeRange, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '删除一段时间内的邮件，或只数有多少；很多时写 job 做成任务',
    en: 'Delete the mails of a period, or only count them; with job in the background',
  },
  body: z
    .strictObject({
      mailbox: id.optional().describe('只删这个邮箱的；不填则是能打开的全部邮箱'),
      from: time.describe('不早于，按收到的时间'),
      to: time.describe('早于，按收到的时间'),
      dryRun: z.boolean().optional().describe('只数有多少，不删'),
      job: asJob,
    })
    .refine(value => Date.parse(value.from) < Date.parse(value.to), {
      error: '结束要晚于开始',
      path: ['to'],
    }),
  answer: z.object({
    jobId: jobId.optional(),
    count: z.int().describe('移进回收站几封；dryRun 和做成任务时是会移几封'),
  }),
  errors: ['notFound', 'limitReached'],
})

export const emptyTrash = defineCall(routes.emptyTrash, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '清空回收站', en: 'Empty the trash' },
  body: z.strictObject({
    mailbox: id.optional().describe('只清空这个邮箱的；不填清空能打开的全部邮箱，管理员是全站所有人的'),
  }),
  answer: z.object({ deleted: z.int().describe('彻底删除了几封') }),
  errors: ['notFound'],
})
