/** Blocks people who do harm, and takes complaints from people who were harmed. */
import { z } from 'zod'
import { admins, defineCall, everyone } from '../call.ts'
import {
  address,
  createdAt,
  deleted,
  id,
  ids,
  note,
  page,
  pageSize,
  proof,
  search,
  time,
  total,
} from '../fields.ts'
import { routes } from '../routes.ts'
import { mailboxStatus } from './mailbox.ts'

export const blockKinds = ['sender', 'client'] as const
export type BlockKind = (typeof blockKinds)[number]

const blockKind = z.enum(blockKinds).describe('sender 发件人地址或域名，client 网络地址或网段')

const pattern = z.string().trim().toLowerCase().min(1, '请填写要拦截的内容').max(254, '太长了')

export const block = z.object({
  id: id.describe('名单里这一条的编号'),
  kind: blockKind,
  pattern: z.string().describe('拦的是什么：地址、域名、网络地址或网段'),
  note: z.string().describe('备注，可能为空'),
  createdBy: z.string().describe('谁加的'),
  createdAt,
  hits: z.int().describe('拦下了多少次'),
  lastHitAt: time.nullable().describe('最近一次拦下，null 表示没有过'),
})
export type Block = z.output<typeof block>

export const getBlocks = defineCall(routes.getBlocks, {
  group: 'abuse',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '列出拦截名单', en: 'List what is blocked' },
  query: z.strictObject({
    page,
    pageSize,
    q: search.describe('拦截的内容或备注的一部分'),
    kind: blockKind.optional(),
  }),
  answer: z.object({ list: z.array(block).describe('新加的在前'), total }),
  errors: [],
})

export const addBlock = defineCall(routes.addBlock, {
  group: 'abuse',
  who: admins,
  page: 'sysAccount',
  summary: {
    zh: '加进拦截名单：发件人，或网络地址',
    en: 'Block senders or client addresses',
  },
  body: z.strictObject({
    kind: blockKind,
    patterns: z.array(pattern).min(1, '至少填一个').max(500, '一次最多 500 个').describe('要拦截的内容'),
    note: note.optional(),
  }),
  answer: z.object({ added: z.int().describe('新加的数量，已有的不算') }),
  errors: ['limitReached'],
})

export const delBlock = defineCall(routes.delBlock, {
  group: 'abuse',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '移出拦截名单', en: 'Take entries off the block list' },
  body: z.strictObject({ ids: ids.describe('getBlocks 给的编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})

export const complaintReasons = ['spam', 'fraud', 'illegal', 'other'] as const
export type ComplaintReason = (typeof complaintReasons)[number]
export const complaintStates = ['new', 'working', 'done', 'rejected'] as const
export type ComplaintState = (typeof complaintStates)[number]

/** The names that people read. */
export const complaintStateNames: Readonly<Record<ComplaintState, string>> = {
  new: '待处理',
  working: '处理中',
  done: '已处理',
  rejected: '不成立',
}

const reason = z
  .enum(complaintReasons)
  .describe('spam 垃圾邮件，fraud 诈骗或冒充，illegal 违法内容，other 其他')
const state = z.enum(complaintStates).describe('new 待处理，working 处理中，done 已处理，rejected 不成立')

export const complain = defineCall(routes.complain, {
  group: 'abuse',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '举报本站的一个邮箱', en: 'Report a mailbox of this site' },
  body: z.strictObject({
    address: address.describe('被举报的邮箱地址'),
    reason,
    words: z
      .string()
      .trim()
      .min(5, '请说明发生了什么')
      .max(5000, '最多 5000 个字')
      .describe('发生了什么，可附邮件头'),
    contact: z.string().trim().max(320, '太长了').optional().describe('怎么联系你，可不填'),
    proof,
  }),
  answer: z.object({ number: z.string().describe('受理编号') }),
  errors: ['notOffered', 'proofNeeded', 'proofWrong'],
})

const complaintId = id.describe('受理编号')

export const complaint = z.object({
  id: complaintId,
  at: time.describe('收到举报的时间（ISO 8601，UTC）'),
  address: z.string().describe('被举报的邮箱地址'),
  mailboxId: id.nullable().describe('被举报的那个邮箱还在时是它的编号；同一地址后来新建的不算'),
  mailboxStatus: mailboxStatus
    .nullable()
    .describe('那个邮箱现在：active 正常，paused 暂停收信，stopped 已停用；不在了为 null'),
  mailboxDeleted: z.boolean().describe('那个邮箱已删除，期限内还能恢复'),
  reason,
  words: z.string().describe('举报人说发生了什么'),
  contact: z.string().describe('怎么联系举报人，没留为空'),
  client: z.string().describe('从哪个网络地址提交'),
  state,
  note: z.string().describe('处理说明'),
  handledBy: z.string().describe('最近谁处理的，没处理为空'),
  handledAt: time.nullable().describe('最近一次处理，没处理为 null'),
})
export type Complaint = z.output<typeof complaint>

export const getComplaints = defineCall(routes.getComplaints, {
  group: 'abuse',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '列出收到的举报', en: 'List reports of abuse' },
  query: z.strictObject({
    page,
    pageSize,
    q: search.describe('地址、内容或受理编号的一部分'),
    state: state.optional(),
  }),
  answer: z.object({
    list: z.array(complaint).describe('新的在前'),
    total,
    open: z.int().describe('还没处理完的数量'),
  }),
  errors: [],
})

export const editComplaint = defineCall(routes.editComplaint, {
  group: 'abuse',
  who: admins,
  page: 'sysAccount',
  summary: { zh: '处理一条举报，可同时停用被举报的邮箱', en: 'Settle a report; may stop the mailbox' },
  body: z.strictObject({
    id: complaintId,
    state: state.optional(),
    note: note.optional().describe('处理说明'),
    stopMailbox: z
      .literal(true)
      .optional()
      .describe('停用被举报的邮箱，并结束它的全部登录；地址已换成新建的邮箱时不停用'),
  }),
  answer: z.object({ complaint: complaint.describe('处理之后的样子') }),
  errors: ['notFound', 'conflict'],
})
