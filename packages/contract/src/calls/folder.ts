/** The folders of a mailbox: those that every mailbox has, and one's own, which may stand within each other. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, ids, mailboxId } from '../fields.ts'
import { folderColors, folders, maxFolderName } from '../folders.ts'
import { routes } from '../routes.ts'

const folderId = id.describe('文件夹编号')

const name = z
  .string()
  .trim()
  .min(1, '请填写名字')
  .max(maxFolderName, `名字最多 ${maxFolderName} 个字`)
  .describe('名字，不能有 / 和看不见的字符')

const parentId = id.nullable().describe('放在哪个文件夹里，null 放在最外层')

const color = z
  .enum(folderColors)
  .nullable()
  .describe('颜色：blue 蓝，green 绿，teal 青，amber 黄，rose 红，violet 紫，slate 灰；null 不着色')

const isSubscribed = z.boolean().describe('邮件程序里显示它')

export const folderRow = z.object({
  id: id.describe('填进 getInbox、updateEmail 的 folder；自带的是 inbox、archive、spam、trash'),
  mailboxId,
  role: z
    .enum(folders)
    .nullable()
    .describe('自带的是哪一个：inbox 收件箱，archive 归档，spam 垃圾邮件，trash 回收站；自己建的为 null'),
  name: z.string().describe('自己起的名字；自带的为空'),
  parentId,
  path: z.array(z.string()).describe('从最外层到它自己的名字；自带的为空'),
  color,
  isSubscribed,
  unread: z.int().describe('未读数'),
  total: z.int().describe('邮件数'),
})
export type FolderRow = z.output<typeof folderRow>

export const getFolders = defineCall(routes.getFolders, {
  group: 'mail',
  who: loggedIn,
  page: ['inbox', 'contentFilter'],
  letters: true,
  inLook: true,
  summary: {
    zh: '列出文件夹，里层的跟在外层的后面',
    en: 'List folders, those within another one after it',
  },
  query: z.strictObject({
    mailbox: id
      .optional()
      .describe(
        '只看这个邮箱的，连同自带的；不填则是各邮箱里自己建的，最多 1000 个，邮箱自己登录时就是它的全部',
      ),
  }),
  answer: z.object({ list: z.array(folderRow).describe('文件夹，同一层的按名字') }),
  errors: ['notFound'],
})

export const createFolder = defineCall(routes.createFolder, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '新建文件夹', en: 'Create a folder' },
  body: z.strictObject({
    mailbox: mailboxId,
    name,
    parentId: parentId.optional(),
    color: color.optional(),
  }),
  answer: z.object({ folder: folderRow.describe('新建的文件夹') }),
  errors: ['notFound', 'conflict', 'limitReached'],
})

export const editFolder = defineCall(routes.editFolder, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: { zh: '修改文件夹：名字、位置、颜色', en: 'Rename, move or colour a folder' },
  body: z.strictObject({
    id: folderId,
    name: name.optional(),
    parentId: parentId.optional(),
    color: color.optional(),
    isSubscribed: isSubscribed.optional(),
  }),
  answer: z.object({ folder: folderRow.describe('改好的文件夹') }),
  errors: ['notFound', 'conflict', 'limitReached'],
})

export const delFolder = defineCall(routes.delFolder, {
  group: 'mail',
  who: loggedIn,
  page: 'inbox',
  letters: true,
  summary: {
    zh: '删除文件夹，连同里层的；里面的邮件移进回收站',
    en: 'Delete folders with those within them; their mails go to the trash',
  },
  body: z.strictObject({ ids: ids.describe('自己建的文件夹的编号') }),
  answer: z.object({
    deleted: z.int().describe('删除了几个文件夹，连同里层的'),
    trashed: z.int().describe('移进回收站几封'),
  }),
  errors: ['notFound'],
})
