/** Managing mailboxes: the table, many at once, import and export, deleting with time to undo. */
import { z } from 'zod'
import { accounts, admins, defineCall, loggedIn } from '../call.ts'
import {
  address,
  deleted,
  domainName,
  id,
  ids,
  localPart,
  mailboxId,
  newPassword,
  note,
  order,
  ownerId,
  ownerName,
  page,
  pageSize,
  queryFlag,
  quotaMb,
  search,
  seenWords,
  time,
  total,
  zone,
} from '../fields.ts'
import { routes } from '../routes.ts'
import { asJob, jobId } from './job.ts'
import { lifetimeChange, mailbox, mailboxKinds, mailboxStatus, nameStyle } from './mailbox.ts'

export const accountRow = mailbox.extend({
  ownerId,
  ownerName,
  maySend: z.boolean().describe('能否发信'),
  sendingStopped: z.string().nullable().describe('发信被系统停住的原因，没有停住则为 null'),
  quotaMb,
  usedBytes: z.int().describe('已用字节'),
  received: z.int().describe('一共收过多少封'),
  lastMailAt: time.nullable().describe('最近一次收信，null 表示没有，或都已删除'),
  hasPassword: z.boolean().describe('设了密码，能凭密码登录'),
  lastLoginAt: time.nullable().describe('最近一次凭密码登录，null 表示没有过'),
  deletedAt: time.nullable().describe('删除时间；只在“最近删除”里有'),
  goneAt: time.nullable().describe('彻底删除的时间；在此之前可以恢复'),
})
export type AccountRow = z.output<typeof accountRow>

export const expiryFilters = ['soon', 'past', 'never'] as const
export type ExpiryFilter = (typeof expiryFilters)[number]

/** The rules for cells of an import after they are read. */
export const importFields = { localPart, newPassword, note }

/** Selects mailboxes; the table, the export and the batch use the same fields. */
const accountFilter = {
  q: search.describe('地址或备注的一部分'),
  kind: z.enum(mailboxKinds).optional().describe('temporary 临时邮箱，account 邮箱账号'),
  status: mailboxStatus.optional(),
  domain: domainName.optional().describe('只要这个域名上的'),
  owner: id.optional().describe('归属账号的编号；none 表示没有归属'),
  expires: z.enum(expiryFilters).optional().describe('soon 七天内到期，past 已到期，never 长期'),
  maySend: queryFlag.optional().describe('true 可以发信的，false 只能收信的'),
}

export const getEmailAccount = defineCall(routes.getEmailAccount, {
  group: 'mailbox',
  who: loggedIn,
  page: ['emailAccount', 'inbox'],
  summary: { zh: '邮箱账号表', en: 'Table of e-mail accounts and temporary addresses' },
  query: z.strictObject({
    page,
    pageSize,
    ...accountFilter,
    deleted: queryFlag.optional().describe('true 只看最近删除、还能恢复的'),
    sort: z
      .enum(['address', 'createdAt', 'expiresAt', 'usedBytes', 'lastLoginAt'])
      .optional()
      .describe('按哪一项排序，默认 createdAt'),
    order,
  }),
  answer: z.object({
    list: z.array(accountRow).describe('这一页的邮箱'),
    total,
    counts: z
      .object({
        account: z.int().describe('邮箱账号'),
        temporary: z.int().describe('临时邮箱'),
        deleted: z.int().describe('最近删除、还能恢复的'),
      })
      .describe('不计筛选，各有多少个'),
  }),
  errors: [],
})

const accountChange = {
  quotaMb: z
    .int('要填整数')
    .min(0, '不能小于 0')
    .max(10_000_000, '不能大于 10000000')
    .nullable()
    .optional()
    .describe('容量上限（MB），null 不限'),
  expiresAt: time.nullable().optional().describe('到期时间，null 长期'),
  status: mailboxStatus.optional().describe('active 正常，paused 暂停收信，stopped 停用；只有管理员能停用'),
  maySend: z.boolean().optional().describe('能否发信'),
  ownerId: id.nullable().optional().describe('归属的系统账号，null 没有归属；只有管理员能改'),
  note: note.optional(),
}

const madeAccount = z.object({
  id: mailboxId,
  address: z.string().describe('建成的邮箱地址'),
  password: z.string().describe('只显示这一次'),
})

export const createEmailAccount = defineCall(routes.createEmailAccount, {
  group: 'mailbox',
  who: accounts,
  page: 'emailAccount',
  summary: {
    zh: '新建一个或一批邮箱账号；名字有问题的单独列出，其余照建。超过 1000 个做成任务，只回 jobId',
    en: 'Create one or many e-mail accounts; names that cannot be had are listed, the others are made. More than 1000 become a job, of which only jobId is answered',
  },
  body: z.strictObject({
    domain: domainName,
    names: z
      .array(z.string().trim().max(64, '名字最多 64 个字符'))
      .min(1, '至少一个名字')
      .max(10_000, '一次最多 10000 个名字')
      .optional()
      .describe('名字列表'),
    random: z
      .int('要填整数')
      .min(1, '至少 1 个')
      .max(10_000, '一次最多 10000 个')
      .optional()
      .describe('随机生成几个；和 names 选一样'),
    style: nameStyle.optional(),
    password: newPassword.optional().describe('统一密码；不填则各自随机'),
    ...accountChange,
    job: asJob,
  }),
  answer: z.object({
    jobId: jobId.optional(),
    list: z.array(madeAccount).describe('建成的'),
    failed: z
      .array(
        z.object({
          address: z.string().describe('地址；随机的名字因上限没建成时是“另外几个”'),
          msg: z.string().describe('原因，中文'),
          resting: z
            .literal(true)
            .optional()
            .describe('名字不久前有人用过，还不能再用；管理员可以用 releaseName 放开'),
        }),
      )
      .describe('没有建成的和原因'),
  }),
  errors: [
    'domainClosed',
    'addressTaken',
    'addressReserved',
    'addressResting',
    'limitReached',
    'notFound',
    'forbidden',
  ],
})

export const editEmailAccount = defineCall(routes.editEmailAccount, {
  group: 'mailbox',
  who: loggedIn,
  page: ['emailAccount', 'inbox'],
  summary: { zh: '改一个邮箱', en: 'Edit one mailbox' },
  body: z.strictObject({
    id: mailboxId,
    ...accountChange,
    pinned: z.boolean().optional().describe('固定在列表前面'),
    lifetime: lifetimeChange.optional().describe('临时邮箱的有效期，没写的不变'),
    password: newPassword.optional().describe('新密码；这个邮箱的其他登录随之失效'),
    toAccount: z.literal(true).optional().describe('把临时邮箱变成邮箱账号'),
    seen: z.strictObject(accountChange).optional().describe(seenWords),
  }),
  answer: z.object({ mailbox: accountRow.describe('改过之后的样子') }),
  errors: ['notFound', 'forbidden', 'limitReached', 'conflict'],
})

export const batchEditEmailAccount = defineCall(routes.batchEditEmailAccount, {
  group: 'mailbox',
  who: accounts,
  page: 'emailAccount',
  summary: {
    zh: '改一批邮箱：给出编号，或给出筛选条件。先用 dryRun 看会改动什么；分段进行，用 next 接着改，或写 job 做成任务一次改完',
    en: 'Edit many mailboxes, by ids or by a filter. dryRun tells what would change; done in portions, go on with next, or let a job do all of it',
  },
  body: z.strictObject({
    ids: z
      .array(id)
      .min(1, '至少选一项')
      .max(10_000, '一次最多 10000 项')
      .optional()
      .describe('邮箱编号，最多 10000 个'),
    filter: z.strictObject(accountFilter).optional().describe('和 ids 选一样'),
    cursor: z.string().max(64).optional().describe('上一次给的 next：从那里接着改'),
    limit: z
      .int('要填整数')
      .min(1, '至少 1 个')
      .max(10_000, '最多 10000 个')
      .optional()
      .describe('这一次最多改几个，默认 1000'),
    ...accountChange,
    resetPassword: z.literal(true).optional().describe('各自换一个随机密码；只对邮箱账号'),
    toAccount: z.literal(true).optional().describe('把其中的临时邮箱变成邮箱账号，没有密码的各给一个'),
    dryRun: z.boolean().optional().describe('只看会改动什么'),
    job: asJob,
  }),
  answer: z.object({
    jobId: jobId.optional(),
    matched: z.int().describe('选中的一共多少个；接着改时是余下的'),
    changed: z.int().describe('这一次改了（或会改）多少个'),
    next: z.string().nullable().describe('还没改完：下一次从这里接着；null 表示改完了'),
    passwords: z
      .array(
        z.object({
          address: z.string().describe('换了密码的邮箱'),
          password: z.string().describe('它的新密码'),
        }),
      )
      .describe('新密码，只显示这一次'),
    differing: z.record(z.string(), z.int()).describe('dryRun：每一项里原值不同、会被改动的个数'),
    sample: z
      .array(
        z.object({
          address: z.string().describe('选中的邮箱'),
          before: z
            .record(z.string(), z.string())
            .describe('字段 → 原值，都写成文字；不限和长期是空，ownerId 是用户名'),
        }),
      )
      .describe('dryRun：前几个的原值'),
  }),
  errors: ['notFound', 'forbidden', 'limitReached'],
})

export const delEmailAccount = defineCall(routes.delEmailAccount, {
  group: 'mailbox',
  who: loggedIn,
  page: ['emailAccount', 'inbox'],
  summary: {
    zh: '删除邮箱和其中的邮件：给出编号，或给出筛选条件；按条件删的总是做成任务',
    en: 'Delete mailboxes with their mail, by ids or by a filter; by a filter it is always a job',
  },
  body: z.strictObject({
    ids: ids.optional().describe('邮箱编号，最多 1000 个'),
    filter: z.strictObject(accountFilter).optional().describe('和 ids 选一样；只有系统账号能用'),
    job: asJob,
    keep: z.boolean().optional().describe('先留着，期限内可以恢复。不填时邮箱账号留着，临时邮箱立即删除'),
  }),
  answer: z.object({
    jobId: jobId.optional(),
    deleted,
    restorableUntil: time.nullable().describe('在此之前可以恢复；null 表示已经彻底删除'),
  }),
  errors: ['notFound'],
})

export const restoreEmailAccount = defineCall(routes.restoreEmailAccount, {
  group: 'mailbox',
  who: accounts,
  page: 'emailAccount',
  summary: { zh: '恢复刚删除的邮箱和其中的邮件', en: 'Bring deleted mailboxes back with their mail' },
  body: z.strictObject({ ids: ids.describe('邮箱编号，最多 1000 个') }),
  answer: z.object({ restored: z.int().describe('恢复了几个') }),
  errors: ['notFound', 'limitReached'],
})

export const releaseName = defineCall(routes.releaseName, {
  group: 'mailbox',
  who: admins,
  page: 'emailAccount',
  summary: {
    zh: '放开一个不久前有人用过的名字，谁都可以马上再用',
    en: 'Let a name that was given up not long ago be taken again at once, by anybody',
  },
  body: z.strictObject({ address: address.describe('完整的邮箱地址，它的邮箱已经删除') }),
  answer: z.object({ restedUntil: time.describe('本来要到什么时候才能再用') }),
  errors: ['notFound'],
})

/** Columns of an import, in the order of an export. Only the address is required. */
export const importColumns = [
  'address',
  'password',
  'quotaMb',
  'expiresAt',
  'status',
  'maySend',
  'owner',
  'note',
] as const
export type ImportColumn = (typeof importColumns)[number]

const cell = z.string().max(1000, '单元格最多 1000 个字符')

export const importEmailAccount = defineCall(routes.importEmailAccount, {
  group: 'mailbox',
  who: accounts,
  page: 'emailAccount',
  summary: {
    zh: '导入邮箱账号：每行各自检查，有问题的带行号列出，其余照建。超过 500 行，或自带密码的超过 50 行，做成任务，只回 jobId',
    en: 'Import e-mail accounts: each line is checked by itself; faulty ones are listed by line, the others are made. More than 500 lines, or 50 with passwords of their own, become a job, of which only jobId is answered',
  },
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          line: z.int().min(1).max(10_000_000).describe('在文件里的行号'),
          address: cell.describe('完整的邮箱地址'),
          password: cell.optional().describe('不填则随机'),
          quotaMb: cell.optional().describe('空间（MB），空表示不限'),
          expiresAt: cell.optional().describe('到期：2027-01-31 或 2027-01-31 18:00，空表示长期'),
          status: cell.optional().describe('active 正常，paused 暂停，stopped 停用，或中文'),
          maySend: cell.optional().describe('1、是、能；0、否、空'),
          owner: cell.optional().describe('归属账号的用户名，空则归自己'),
          note: cell.optional().describe('备注，最多 500 个字'),
        }),
      )
      .min(1, '没有内容')
      .max(100_000, '一次最多 100000 行')
      .describe('单元格照文件里的样子给'),
    zone,
    dryRun: z.boolean().optional().describe('只检查，不新建；一次最多检查 1000 行'),
    file: z.string().trim().max(200, '文件名最多 200 个字').optional().describe('文件名，显示在任务里'),
    job: asJob,
  }),
  answer: z.object({
    jobId: jobId.optional(),
    made: z
      .array(madeAccount.extend({ line: z.int().describe('在文件里的行号') }))
      .describe('建成的；dryRun 时为空'),
    failed: z
      .array(
        z.object({
          line: z.int().describe('在文件里的行号'),
          address: z.string().describe('这一行写的地址'),
          column: z.enum(importColumns).describe('哪一列有问题'),
          msg: z.string().describe('什么问题，中文'),
        }),
      )
      .describe('没有建成的，按行号'),
  }),
  errors: ['limitReached'],
})

export const exportEmailAccount = defineCall(routes.exportEmailAccount, {
  group: 'mailbox',
  who: accounts,
  page: 'emailAccount',
  summary: {
    zh: '导出符合条件的邮箱为 CSV（UTF-8），不含密码',
    en: 'Export the matching mailboxes as CSV (UTF-8), without passwords',
  },
  query: z.strictObject({ ...accountFilter, zone }),
  answers: 'bytes',
  types: ['text/csv'],
  answer: z.object({}),
  errors: [],
})
