/** Orders as those who sell see them. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import { cents, id, note, order, page, pageSize, queryFlag, search, time, total } from '../fields.ts'
import { orderState, orderStates, payWays } from './store.ts'

export const orderRow = z.object({
  id,
  orderNo: z.string(),
  status: orderState,
  renew: z.boolean(),
  address: z.string(),
  domain: z.string(),
  plan: z.string(),
  days: z.int().nullable(),
  price: cents,
  paid: cents.describe('已收的金额，单位分'),
  refunded: cents.describe('已退的金额，单位分'),
  phone: z.string().describe('管理员看全号，卖家看到打码的'),
  way: z.enum(payWays),
  channel: z.string(),
  tradeNo: z.string().describe('支付平台的交易号，没付为空'),
  openCases: z.int().describe('等人处理的事情数'),
  note: z.string(),
  createdAt: time,
  holdUntil: time,
  paidAt: time.nullable(),
  doneAt: time.nullable(),
})
export type OrderRow = z.output<typeof orderRow>

const orderSorts = ['createdAt', 'paidAt', 'price', 'address', 'status'] as const

const orderFilter = {
  q: search.describe('订单号、地址、手机号、交易号或备注的一部分'),
  state: z.enum(orderStates).optional(),
  way: z.enum(payWays).optional(),
  domainId: id.optional(),
  openCase: queryFlag.optional().describe('1 只看有事情等人处理的'),
  from: time.optional().describe('下单时间从'),
  to: time.optional().describe('下单时间到'),
  sort: z.enum(orderSorts).optional(),
  order,
}

export const getOrders = defineCall({
  method: 'GET',
  path: '/api/user/getOrders',
  group: 'store',
  who: accounts,
  page: 'card',
  summary: {
    zh: '列出订单：管理员看全部，别人看自己域名上的',
    en: 'List orders: all for an admin, those on one’s own domains for others',
  },
  query: z.strictObject({ page, pageSize, ...orderFilter }),
  answer: z.object({
    list: z.array(orderRow),
    total,
    sums: z
      .object({
        paid: z.int().describe('付过款的单数'),
        revenue: z.int().describe('收款减退款，单位分'),
        pending: z.int().describe('待支付的单数'),
        openCases: z.int().describe('等人处理的事情数'),
      })
      .describe('符合条件的全部订单的合计'),
  }),
  errors: ['notFound'],
})

export const exportOrders = defineCall({
  method: 'GET',
  path: '/api/user/exportOrders',
  group: 'store',
  who: accounts,
  page: 'card',
  answers: 'bytes',
  summary: {
    zh: '导出订单为 CSV，条件同 getOrders，最多 50000 行',
    en: 'Export orders as CSV, filtered as in getOrders, at most 50,000 rows',
  },
  query: z.strictObject(orderFilter),
  answer: z.object({}),
  errors: ['notFound'],
})

const payCase = z.object({
  id,
  at: time,
  lastAt: time.describe('最近一次'),
  count: z.int().describe('发生了几次'),
  kind: z.enum(['callback', 'payment']).describe('callback 可疑的支付通知，payment 收到的钱没有着落'),
  way: z.enum(payWays),
  reason: z.string().describe('原因，给人看的一句话'),
  orderId: id.nullable(),
  orderNo: z.string(),
  tradeNo: z.string(),
  amount: cents.nullable(),
  detail: z.string(),
  settledAt: time.nullable(),
  settledNote: z.string(),
})
export type PayCase = z.output<typeof payCase>

export const getOrderHistory = defineCall({
  method: 'GET',
  path: '/api/user/getOrderHistory',
  group: 'store',
  who: accounts,
  page: 'card',
  summary: {
    zh: '一个订单的经过：状态变化、收款、待处理的事、谁看过',
    en: 'What happened to an order: changes, payments, cases, who looked at it',
  },
  query: z.strictObject({ id }),
  answer: z.object({
    order: orderRow,
    history: z.array(
      z.object({
        at: time,
        from: orderState.nullable(),
        to: orderState,
        by: z.string().describe('谁：买家、支付平台、系统，或管理员的名字'),
        text: z.string(),
      }),
    ),
    payments: z.array(
      z.object({
        id,
        at: time,
        way: z.enum(payWays),
        tradeNo: z.string(),
        amount: cents,
        became: z
          .enum(['order', 'credit', 'case'])
          .describe('order 付了这一单，credit 换成了付款卡密，case 等人处理'),
      }),
    ),
    cases: z.array(payCase),
    log: z.array(z.object({ at: time, how: z.string(), client: z.string(), agent: z.string() })),
  }),
  errors: ['notFound'],
})

export const markPaid = defineCall({
  method: 'POST',
  path: '/api/admin/markPaid',
  group: 'store',
  who: admins,
  summary: {
    zh: '确认收到这一单的钱，随即开通',
    en: 'Confirm the payment of an order, which delivers it',
  },
  body: z.strictObject({
    id,
    tradeNo: z.string().trim().max(64, '交易号太长').optional().describe('支付平台的交易号，有就填'),
    note: note.optional(),
  }),
  answer: z.object({ order: orderRow }),
  errors: ['notFound', 'conflict'],
})

export const closeOrder = defineCall({
  method: 'POST',
  path: '/api/admin/closeOrder',
  group: 'store',
  who: admins,
  summary: { zh: '关闭没付的订单，放开名字', en: 'Close an unpaid order and release its name' },
  body: z.strictObject({ id, note: note.optional() }),
  answer: z.object({ order: orderRow }),
  errors: ['notFound', 'conflict'],
})

export const refundOrder = defineCall({
  method: 'POST',
  path: '/api/admin/refundOrder',
  group: 'store',
  who: admins,
  summary: {
    zh: '记下退款；用卡密付的退回卡密，别的由管理员在支付平台退',
    en: 'Note a refund; card payments go back to the card, others are refunded at the gateway by hand',
  },
  body: z.strictObject({
    id,
    amount: cents.min(1, '至少 1 分').optional().describe('退多少，单位分；不填为全部'),
    stopMailbox: z.boolean().optional().describe('同时停用这一单开通的邮箱'),
    note: z.string().trim().min(1, '请写明退款的原因').max(500, '最多 500 个字'),
  }),
  answer: z.object({ order: orderRow }),
  errors: ['notFound', 'conflict'],
})

export const noteOrder = defineCall({
  method: 'POST',
  path: '/api/admin/noteOrder',
  group: 'store',
  who: admins,
  summary: { zh: '改订单的备注', en: 'Change the note of an order' },
  body: z.strictObject({ id, note }),
  answer: z.object({ order: orderRow }),
  errors: ['notFound'],
})

export const getPayCases = defineCall({
  method: 'GET',
  path: '/api/admin/getPayCases',
  group: 'store',
  who: admins,
  summary: {
    zh: '可疑的支付通知和没有着落的钱',
    en: 'Suspicious payment notices and money without a home',
  },
  query: z.strictObject({ page, pageSize, open: queryFlag.optional().describe('1 只看没处理的') }),
  answer: z.object({ list: z.array(payCase), total }),
  errors: [],
})

export const settlePayCase = defineCall({
  method: 'POST',
  path: '/api/admin/settlePayCase',
  group: 'store',
  who: admins,
  summary: { zh: '把一件事标作已处理', en: 'Mark a case as settled' },
  body: z.strictObject({ id, note: z.string().trim().min(1, '请写怎么处理的').max(500, '最多 500 个字') }),
  answer: z.object({}),
  errors: ['notFound', 'conflict'],
})

export const testGateway = defineCall({
  method: 'POST',
  path: '/api/admin/testGateway',
  group: 'store',
  who: admins,
  summary: { zh: '试一下支付平台的设置', en: 'Try the settings of a payment gateway' },
  body: z.strictObject({ way: z.enum(['epay', 'stripe']) }),
  answer: z.object({ ok: z.boolean(), text: z.string().describe('平台怎么说') }),
  errors: [],
})
