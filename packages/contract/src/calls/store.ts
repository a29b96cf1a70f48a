/** The store page: what is for sale, buying it, and finding an order again. */
import { z } from 'zod'
import { defineCall, everyone } from '../call.ts'
import { cents, id, localPart, proof, time } from '../fields.ts'

export const orderStates = ['pending', 'paid', 'done', 'closed', 'refunded'] as const
export const payWays = ['card', 'epay', 'stripe', 'manual'] as const

export const plan = z.object({
  id,
  name: z.string(),
  days: z.int().nullable().describe('天数，null 为永久'),
  price: cents,
  renewPrice: cents,
  quotaMb: z.int().nullable(),
  maySend: z.boolean(),
})

export const getAdminDomains = defineCall({
  method: 'GET',
  path: '/api/getAdminDomains',
  group: 'store',
  who: everyone,
  summary: {
    zh: '商店在售的域名、套餐和可选的短名字',
    en: 'Store domains with plans and a sample of free short names',
  },
  answer: z.object({
    list: z.array(z.object({ id, name: z.string(), plans: z.array(plan), samples: z.array(z.string()) })),
  }),
  errors: [],
})

const soldAccount = z.object({
  address: z.string(),
  password: z.string(),
  token: z.string(),
  expiresAt: time.nullable(),
})

export const buyEmail = defineCall({
  method: 'POST',
  path: '/api/buyEmail',
  group: 'store',
  who: everyone,
  summary: { zh: '购买邮箱地址', en: 'Buy an address' },
  body: z.strictObject({
    domainId: id,
    planId: id,
    localPart,
    phone: z.string().trim().min(5, '请填写手机号').max(20, '手机号太长').describe('手机号，用于查订单'),
    queryPassword: z.string().min(4, '查询密码至少 4 位').max(64, '查询密码太长').describe('查订单用的密码'),
    pay: z.strictObject({ way: z.enum(payWays), cardCode: z.string().trim().max(64).optional() }),
    proof,
  }),
  answer: z.object({
    orderNo: z.string(),
    status: z.enum(orderStates),
    claimToken: z.string().describe('取货凭证，只显示这一次'),
    payUrl: z.string().optional(),
    account: soldAccount.optional().describe('已付清时直接给出账号'),
  }),
  errors: ['notFound', 'addressTaken', 'addressReserved', 'proofNeeded', 'proofWrong'],
})

export const queryOrder = defineCall({
  method: 'GET',
  path: '/api/queryOrder',
  group: 'store',
  who: everyone,
  summary: {
    zh: '按手机号查订单，凭查询密码或凭证看内容',
    en: 'Find orders by phone; content only with the query password or a claim token',
  },
  query: z.strictObject({
    phone: z.string().trim().min(5, '请填写手机号').max(20, '手机号太长'),
    orderNo: z.string().max(64).optional(),
    password: z.string().max(64).optional(),
    claimToken: z.string().max(200).optional(),
  }),
  answer: z.object({
    list: z.array(
      z.object({
        orderNo: z.string(),
        address: z.string().describe('没有凭证时打码'),
        plan: z.string(),
        price: cents,
        status: z.enum(orderStates),
        createdAt: time,
        account: soldAccount.nullable(),
      }),
    ),
  }),
  errors: ['proofNeeded'],
})
