/** Drafts, which are saved during typing, and files that are being added to a mail. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { createdAt, cursor, deleted, id, ids, nextCursor, pageSize, search, time } from '../fields.ts'
import { fileTypes } from '../file-types.ts'
import { routes } from '../routes.ts'
import { attachmentId } from './mail.ts'

export const upload = z.object({
  id: id.describe('文件编号，填进 sendEmail、saveDraft 的 attachments'),
  filename: z.string().describe('文件名，不能用的字符已换掉'),
  contentType: z.string().describe('由内容判断的类型'),
  size: z.int().describe('字节数'),
})
export type Upload = z.output<typeof upload>

/** A draft is unfinished, so its addresses may be any typed text. */
const typed = z.array(z.string().max(320, '地址太长')).max(100, '最多 100 个收件人')

const draftFields = {
  from: z.string().max(320).describe('发件邮箱，可以为空'),
  fromName: z.string().max(100, '发件人名字太长').describe('发件人显示的名字，可以为空'),
  to: typed.describe('收件人，写了多少是多少，不检查'),
  cc: typed.describe('抄送，同样不检查'),
  bcc: typed.describe('密送，同样不检查'),
  subject: z.string().max(500, '主题太长').describe('主题，可以为空'),
  html: z.string().max(5_000_000, '正文太长').describe('网页正文；图片写成 cid:文件编号'),
  inReplyTo: id.nullable().describe('回复或转发的是收件里的哪一封，null 表示都不是'),
}

const draftId = id.describe('草稿编号')

export const draft = z.object({
  id: draftId,
  version: z.int().describe('每存一次加一；存时带上它，别处改过就不会被盖掉'),
  ...draftFields,
  attachments: z.array(upload).describe('放进草稿的文件'),
  createdAt,
  savedAt: time.describe('最近一次存的时间'),
})
export type Draft = z.output<typeof draft>

export const saveDraft = defineCall(routes.saveDraft, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  ability: 'send',
  summary: {
    zh: '存草稿；别处已经改过时不盖掉，答复冲突',
    en: 'Save a draft; one that was changed elsewhere is not overwritten',
  },
  body: z.strictObject({
    id: id.optional().describe('不填则新建'),
    version: z.int().min(1).optional().describe('改已有的草稿时要带：上次得到的版本'),
    key: z
      .string()
      .regex(/^[0-9a-f]{32}$/, '要 32 位十六进制')
      .optional()
      .describe('新建时自己想的随机串；没等到回答再存一次，带上同一个就还是同一份'),
    ...z.strictObject(draftFields).partial().shape,
    attachments: z.array(id).max(50, '最多 50 个附件').optional().describe('uploadFile 给的文件编号'),
  }),
  answer: z.object({ draft: draft.describe('存下的草稿') }),
  errors: ['notFound', 'conflict', 'limitReached'],
})

export const getDrafts = defineCall(routes.getDrafts, {
  group: 'sent',
  who: loggedIn,
  letters: true,
  page: 'sent',
  summary: { zh: '列出草稿，新存的在前', en: 'List drafts, last saved first' },
  query: z.strictObject({ q: search.describe('主题或收件人的一部分'), cursor, pageSize }),
  answer: z.object({
    list: z
      .array(
        draft.omit({ html: true, attachments: true }).extend({
          preview: z.string().describe('正文开头'),
          attachmentCount: z.int().describe('文件数'),
        }),
      )
      .describe('这一页的草稿，新存的在前'),
    nextCursor,
  }),
  errors: [],
})

export const getDraft = defineCall(routes.getDraft, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  summary: { zh: '取一份草稿', en: 'Read one draft' },
  params: z.strictObject({ id: draftId }),
  answer: z.object({ draft: draft.describe('整份草稿') }),
  errors: ['notFound'],
})

export const delDraft = defineCall(routes.delDraft, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  letters: true,
  summary: { zh: '删除草稿和其中的文件', en: 'Delete drafts with their files' },
  body: z.strictObject({ ids: ids.describe('草稿编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})

export const uploadFile = defineCall(routes.uploadFile, {
  group: 'sent',
  who: loggedIn,
  page: ['sent', 'setting'],
  ability: 'upload',
  multipart: true,
  summary: {
    zh: '上传一个文件（multipart，字段名 file），用作附件或正文里的图片',
    en: 'Upload one file (multipart, field "file"): an attachment, or a picture in the text',
  },
  answer: upload,
  errors: ['limitReached'],
})

export const attachFromEmail = defineCall(routes.attachFromEmail, {
  group: 'sent',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  ability: 'upload',
  summary: {
    zh: '把收到的邮件的附件拿来用：转发时连附件一起',
    en: 'Take over attachments of a received mail, as in a forward',
  },
  body: z.strictObject({
    id: id.describe('收到的邮件'),
    attachments: z
      .array(attachmentId)
      .min(1, '至少选一项')
      .max(50)
      .optional()
      .describe('附件编号；不填则全部'),
  }),
  answer: z.object({ list: z.array(upload).describe('拿来的文件，可以放进要发的信') }),
  errors: ['notFound', 'limitReached'],
})

export const getFile = defineCall(routes.getFile, {
  group: 'sent',
  who: loggedIn,
  page: ['sent', 'setting'],
  letters: true,
  answers: 'bytes',
  types: fileTypes,
  summary: { zh: '取自己上传的文件', en: 'A file that one uploaded oneself' },
  params: z.strictObject({ id: id.describe('文件编号，uploadFile 给的') }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const delFile = defineCall(routes.delFile, {
  group: 'sent',
  who: loggedIn,
  page: ['sent', 'setting'],
  summary: { zh: '删除上传了没有用的文件', en: 'Delete files that were uploaded and not used' },
  body: z.strictObject({ ids: ids.describe('文件编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})
