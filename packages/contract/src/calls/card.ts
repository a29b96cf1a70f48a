/** Card codes: prepaid value that opens, renews or buys mailboxes. */
import { z } from 'zod'
import { accounts, defineCall, everyone } from '../call.ts'
import {
  cents,
  createdAt,
  deleted,
  domainName,
  id,
  ids,
  localPart,
  note,
  page,
  pageSize,
  proof,
  queryFlag,
  quotaMb,
  search,
  time,
  token,
  total,
} from '../fields.ts'
import { routes } from '../routes.ts'

export const cardKinds = ['open', 'given', 'renew', 'pay'] as const
export type CardKind = (typeof cardKinds)[number]
export const cardStates = ['unused', 'used', 'disabled', 'revoked', 'expired'] as const
export type CardState = (typeof cardStates)[number]

export const cardSteps = ['left', 'sold', 'used', 'gone'] as const
export type CardStep = (typeof cardSteps)[number]

const cardCode = z.string().trim().min(1, '请输入卡密').max(64, '卡密太长').describe('卡密')

const cardState = z
  .enum(cardStates)
  .describe('unused 还能用，used 已用完，disabled 已停用，revoked 已作废，expired 已过期')
const cardStep = z.enum(cardSteps).describe('left 剩下，sold 卖出还没用，used 用过，gone 没用就作废或过期了')
const batchId = id.describe('批次编号，一起制作的相同')
const chosen = {
  ids: ids.optional().describe('卡密编号，最多 1000 个；和 batchId 选一样'),
  batchId: batchId.optional().describe('整个批次；和 ids 选一样'),
  step: cardStep
    .optional()
    .describe('只要其中到这一步的：left 剩下，sold 卖出还没用，used 用过，gone 作废或过期'),
}

const cardKind = z.enum(cardKinds).describe('open 开新邮箱，given 开指定邮箱，renew 续期，pay 付订单')

/** The terms that all codes of a batch share. */
const terms = {
  kind: cardKind,
  days: z.int().nullable().describe('天数，null 为长期'),
  domains: z.array(z.string()).describe('可选的域名；列表里空着表示所有开放的域名'),
  quotaMb,
  maySend: z.boolean().describe('能否发信'),
}

const cardWorth = z.object({
  ...terms,
  state: cardState,
  usesLeft: z.int().describe('还能用几次'),
  balance: cents.describe('付款卡密里还有多少钱，单位分；别的为 0'),
  addresses: z.array(z.string()).describe('指定的邮箱，打码；列表里不给'),
})
export type CardWorth = z.output<typeof cardWorth>

const cardSearch = search.describe('末四位、备注、卖给谁或使用的邮箱的一部分，或整张卡密')

export const verCard = defineCall(routes.verCard, {
  group: 'card',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '查卡密，或用它开邮箱、续期', en: 'Check a card code, or redeem it' },
  body: z.strictObject({
    code: cardCode,
    redeem: z.boolean().optional().describe('真正使用；不填只查'),
    domain: domainName.optional().describe('开新邮箱：在哪个域名上；只有一个可选时不用填'),
    localPart: localPart.optional().describe('开新邮箱：@ 前面的名字；不填则起一个'),
    address: z.string().max(320).optional().describe('要续期的邮箱'),
    proof,
  }),
  answer: z.object({
    card: cardWorth.describe('卡密值什么，用了之后是余下的'),
    token: token.optional().describe('开通的邮箱的登录凭证'),
    address: z.string().optional().describe('开通或续期的邮箱'),
    password: z.string().optional().describe('新邮箱的密码，只显示这一次'),
    expiresAt: time.nullable().optional().describe('邮箱到什么时候，null 为长期'),
    opened: z
      .array(
        z.object({
          address: z.string().describe('开通的邮箱'),
          password: z.string().describe('只显示这一次'),
          token: token.describe('这个邮箱的登录凭证'),
          expiresAt: time.nullable().describe('邮箱到什么时候，null 为长期'),
        }),
      )
      .optional()
      .describe('开新邮箱或开指定邮箱时：开通的全部邮箱；上面几项是其中第一个'),
  }),
  errors: [
    'notFound',
    'forbidden',
    'conflict',
    'addressTaken',
    'addressReserved',
    'addressResting',
    'domainClosed',
    'proofNeeded',
    'proofWrong',
  ],
})

export const cardRow = cardWorth.extend({
  id: id.describe('卡密编号'),
  kept: z.boolean().describe('保留了明文，可以再看'),
  batchId,
  tail: z.string().describe('卡密末四位'),
  note: z.string().describe('备注，没有单独写就是批次的，可能为空'),
  step: cardStep,
  soldAt: time.nullable().describe('什么时候卖出，没有标过就是第一次使用的时候，null 表示还在手里'),
  soldTo: z.string().describe('卖给谁，可能为空'),
  createdAt,
  expiresAt: time.nullable().describe('最晚什么时候用，null 不限'),
  usedAt: time.nullable().describe('最近一次使用，null 表示没用过'),
  usedBy: z.string().describe('最近一次使用开通或续期的邮箱，没用过为空'),
})
export type CardRow = z.output<typeof cardRow>

export const getCard = defineCall(routes.getCard, {
  group: 'card',
  who: accounts,
  page: 'card',
  summary: { zh: '列出卡密', en: 'List card codes' },
  query: z.strictObject({
    page,
    pageSize,
    q: cardSearch,
    state: cardState.optional(),
    step: cardStep.optional(),
    batch: id.optional().describe('只看这个批次的'),
  }),
  answer: z.object({
    list: z.array(cardRow).describe('新的在前，只看一个批次时最近用掉或卖出的在前；管理员看到全站的'),
    total,
  }),
  errors: ['notFound'],
})

const count = z.int().min(0)

const cardBatch = z.object({
  ...terms,
  id: batchId,
  amount: cents.describe('付订单：每张卡原来的金额，单位分；别的为 0'),
  note: z.string().describe('批次的备注，可能为空'),
  createdAt,
  made: count.describe('一共有多少张'),
  sold: count.describe('卖出了多少张，用过的都算'),
  used: count.describe('用过多少张'),
  left: count.describe('剩下多少张：没卖没用，也没作废没过期'),
  paused: count.describe('剩下的里面停用着的'),
  revoked: count.describe('没用就作废的'),
  expired: count.describe('没用就过期的'),
  kept: z.boolean().describe('有保留了明文、可以再看的'),
  lastUsedAt: time.nullable().describe('最近一张用掉的时间，null 表示没有用过'),
  lasts: count.nullable().describe('照最近 7 天的快慢，剩下的大约还够几天；看不出来或超过 14 天为 null'),
  endsAt: time.nullable().describe('没用的里面最早的截止时间，null 不限'),
  found: count.nullable().describe('搜索时：其中有多少张符合；没有搜索为 null'),
})
export type CardBatch = z.output<typeof cardBatch>

export const getCardBatches = defineCall(routes.getCardBatches, {
  group: 'card',
  who: accounts,
  page: 'card',
  summary: {
    zh: '列出卡密的批次：每批做了、卖出、用掉、剩下多少',
    en: 'List card batches with their figures',
  },
  query: z.strictObject({
    page,
    pageSize,
    q: cardSearch.describe('批次的备注或编号末五位，或其中卡密的末四位、备注、买家、使用的邮箱，或整张卡密'),
    kind: cardKind.optional(),
    left: queryFlag.optional().describe('true 只看还有剩的，false 只看没有剩的'),
  }),
  answer: z.object({
    list: z.array(cardBatch).describe('新做的在前；管理员看到全站的'),
    total,
    left: count.describe('所有批次里一共剩下多少张，不管筛选'),
    soonest: z
      .object({
        id: batchId,
        note: cardBatch.shape.note,
        left: cardBatch.shape.left,
        lasts: count.describe('照最近 7 天的快慢，大约还够几天'),
      })
      .nullable()
      .describe('最快要卖完的一批，null 表示看不出来'),
  }),
  errors: [],
})

export const exportCards = defineCall(routes.exportCards, {
  group: 'card',
  who: accounts,
  page: 'card',
  answers: 'bytes',
  types: ['text/csv'],
  summary: {
    zh: '导出一批卡密为 CSV：末四位和用在哪里，没有全文',
    en: 'Export the codes of a batch as CSV: their ends and uses, never whole codes',
  },
  query: z.strictObject({ batch: batchId, q: cardSearch, step: cardStep.optional() }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const createCard = defineCall(routes.createCard, {
  group: 'card',
  who: accounts,
  page: 'card',
  ability: 'createCard',
  summary: { zh: '制作一批卡密', en: 'Make a batch of card codes' },
  body: z.strictObject({
    kind: cardKind,
    count: z.int().min(1, '至少一张').max(10_000, '一批最多 10000 张').describe('张数'),
    days: z
      .int()
      .min(1, '至少一天')
      .max(36_500, '最多 36500 天')
      .nullable()
      .describe('天数，从使用时算起；null 为长期，续期卡不能长期，付款卡填 null'),
    uses: z.int().min(1, '至少一次').max(1000, '最多 1000 次').optional().describe('每张能用几次'),
    domains: z.array(domainName).max(100).optional().describe('限在这些域名；不填为所有开放的域名'),
    mailboxIds: z
      .array(id)
      .max(10_000, '最多 10000 个邮箱')
      .optional()
      .describe('开指定邮箱：哪些邮箱账号，平均分给各张卡密，个数要是张数的倍数'),
    amount: cents.min(1, '至少 1 分').optional().describe('付订单：每张卡里的金额，单位分'),
    quotaMb: z
      .int()
      .min(1, '至少 1 MB')
      .max(10_000_000, '最多 10000000 MB')
      .nullable()
      .optional()
      .describe('新邮箱的容量上限（MB），null 不限'),
    maySend: z.boolean().optional().describe('新邮箱能否发信'),
    expiresAt: time.nullable().optional().describe('最晚什么时候用，null 不限'),
    note: note.optional().describe('这一批的备注，比如卖到哪里'),
    batchId: id
      .optional()
      .describe('接着做：加进自己的这一批，内容要和这一批一样，合起来最多 10000 张；不填则是新的一批'),
  }),
  answer: z.object({
    batchId,
    codes: z.array(z.string()).describe('卡密全文'),
    kept: z.boolean().describe('站点是否保留了明文：是则以后还能再看，否则只显示这一次'),
  }),
  errors: ['notFound', 'conflict', 'limitReached'],
})

export const revealCard = defineCall(routes.revealCard, {
  group: 'card',
  who: accounts,
  page: 'card',
  sessionOnly: true,
  summary: {
    zh: '再看一次卡密：只有设置了保留明文之后制作的才看得到',
    en: 'Show codes again: only those made while the site keeps them readable',
  },
  body: z.strictObject(chosen),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: cardRow.shape.id,
          tail: cardRow.shape.tail,
          code: z.string().nullable().describe('卡密全文，null 表示没有保留'),
        }),
      )
      .describe('选中的卡密'),
  }),
  errors: ['notFound'],
})

export const editCard = defineCall(routes.editCard, {
  group: 'card',
  who: accounts,
  page: 'card',
  summary: {
    zh: '停用、启用、作废卡密，标为卖出，或改备注和截止时间',
    en: 'Disable, enable, revoke card codes, mark them sold, or edit note and end',
  },
  body: z.strictObject({
    ...chosen,
    state: z
      .enum(['unused', 'disabled', 'revoked'])
      .optional()
      .describe('unused 启用，disabled 停用，revoked 作废；用完的和作废的不再变'),
    sold: z.boolean().optional().describe('true 标为卖出，false 收回到手里；用过的和作废的不变'),
    soldTo: z
      .string()
      .trim()
      .max(200, '最多 200 个字')
      .optional()
      .describe('卖给谁，比如订单尾号；和 sold: true 一起填'),
    note: note.optional().describe('备注；给整个批次写的，是批次的备注，单独写过的也改成它'),
    expiresAt: time.nullable().optional().describe('最晚什么时候用，null 不限'),
  }),
  answer: z.object({ changed: z.int().describe('改动了几张') }),
  errors: ['notFound'],
})

export const delCard = defineCall(routes.delCard, {
  group: 'card',
  who: accounts,
  page: 'card',
  summary: {
    zh: '删除没有用过的卡密，单张或一批里没用过的',
    en: 'Delete card codes that were never used, single ones or those of a batch',
  },
  body: z.strictObject(chosen),
  answer: z.object({ deleted }),
  errors: ['notFound', 'conflict'],
})
