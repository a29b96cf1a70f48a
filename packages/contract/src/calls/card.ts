/** Card codes: prepaid value that opens, renews or buys mailboxes. */
import { z } from 'zod'
import { accounts, defineCall, everyone } from '../call.ts'
import {
  domainName,
  id,
  ids,
  localPart,
  note,
  page,
  pageSize,
  proof,
  search,
  time,
  total,
} from '../fields.ts'

export const cardKinds = ['open', 'given', 'renew', 'pay'] as const
export const cardStates = ['unused', 'used', 'disabled', 'revoked', 'expired'] as const

const cardCode = z.string().trim().min(1, '请输入卡密').max(64, '卡密太长').describe('卡密')

const cardWorth = z.object({
  kind: z.enum(cardKinds).describe('open 开新邮箱，given 开指定邮箱，renew 续期，pay 付订单'),
  state: z.enum(cardStates),
  days: z.int().nullable().describe('天数，null 为永久'),
  domains: z.array(z.string()).describe('可选的域名'),
  quotaMb: z.int().nullable(),
  maySend: z.boolean(),
  usesLeft: z.int(),
  addresses: z.array(z.string()).describe('指定的邮箱，打码'),
})

export const verCard = defineCall({
  method: 'POST',
  path: '/api/verCard',
  group: 'card',
  who: everyone,
  summary: { zh: '查卡密，或用它开邮箱、续期', en: 'Check a card code, or redeem it' },
  body: z.strictObject({
    code: cardCode,
    redeem: z.boolean().optional().describe('真正使用；不填只查'),
    domain: domainName.optional(),
    localPart: localPart.optional(),
    address: z.string().max(320).optional().describe('要续期的邮箱'),
    proof,
  }),
  answer: z.object({
    card: cardWorth,
    token: z.string().optional(),
    address: z.string().optional(),
    password: z.string().optional(),
    expiresAt: time.nullable().optional(),
  }),
  errors: [
    'notFound',
    'conflict',
    'addressTaken',
    'addressReserved',
    'domainClosed',
    'proofNeeded',
    'proofWrong',
  ],
})

export const cardRow = cardWorth.extend({
  id,
  batchId: id,
  tail: z.string().describe('卡密末四位'),
  note: z.string(),
  createdAt: time,
  expiresAt: time.nullable(),
  usedAt: time.nullable(),
  usedBy: z.string(),
})

export const getCard = defineCall({
  method: 'GET',
  path: '/api/user/getCard',
  group: 'card',
  who: accounts,
  summary: { zh: '列出卡密', en: 'List card codes' },
  query: z.strictObject({
    page,
    pageSize,
    q: search,
    state: z.enum(cardStates).optional(),
    batch: id.optional(),
  }),
  answer: z.object({ list: z.array(cardRow), total }),
  errors: [],
})

export const createCard = defineCall({
  method: 'POST',
  path: '/api/user/createCard',
  group: 'card',
  who: accounts,
  ability: 'createCard',
  summary: { zh: '制作一批卡密', en: 'Make a batch of card codes' },
  body: z.strictObject({
    kind: z.enum(cardKinds),
    count: z.int().min(1, '至少一张').max(10_000, '一批最多 10000 张'),
    days: z.int().min(1).max(36_500).nullable(),
    uses: z.int().min(1).max(1000).optional(),
    domains: z.array(domainName).max(100).optional(),
    mailboxIds: z.array(id).max(1000).optional(),
    quotaMb: z.int().min(0).max(10_000_000).nullable().optional(),
    maySend: z.boolean().optional(),
    expiresAt: time.nullable().optional(),
    note: note.optional(),
  }),
  answer: z.object({ batchId: id, codes: z.array(z.string()).describe('只显示这一次') }),
  errors: ['notFound', 'limitReached'],
})

export const editCard = defineCall({
  method: 'POST',
  path: '/api/user/editCard',
  group: 'card',
  who: accounts,
  summary: {
    zh: '停用、启用、作废卡密，或改备注和截止时间',
    en: 'Disable, enable or revoke card codes, or edit note and end',
  },
  body: z.strictObject({
    ids: ids.optional(),
    batchId: id.optional(),
    state: z.enum(['unused', 'disabled', 'revoked']).optional(),
    note: note.optional(),
    expiresAt: time.nullable().optional(),
  }),
  answer: z.object({ changed: z.int() }),
  errors: ['notFound'],
})

export const delCard = defineCall({
  method: 'POST',
  path: '/api/user/delCard',
  group: 'card',
  who: accounts,
  summary: { zh: '删除卡密', en: 'Delete card codes' },
  body: z.strictObject({ ids }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})
