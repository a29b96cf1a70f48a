/** Orders for the people who sell. */
import { z } from 'zod'
import { accounts, admins, defineCall } from '../call.ts'
import { cents, id, note, order, page, pageSize, queryFlag, search, time, total } from '../fields.ts'
import { routes } from '../routes.ts'
import { accessHow, orderFields, orderState, payWay } from './store.ts'

const orderId = id.describe('订单编号，不是订单号')

export const orderRow = z.object({
  id: orderId,
  orderNo: orderFields.orderNo,
  status: orderState,
  renew: orderFields.renew,
  address: orderFields.address,
  domain: z.string().describe('地址所在的域名'),
  plan: orderFields.plan,
  days: orderFields.days,
  price: cents.describe('应付金额，单位分'),
  paid: cents.describe('已收的金额，单位分'),
  refunded: cents.describe('已退的金额，单位分'),
  phone: z.string().describe('管理员看全号，卖家看到打码的'),
  way: orderFields.way,
  channel: orderFields.channel,
  tradeNo: z.string().describe('支付平台的交易号，没付为空'),
  openCases: z.int().describe('等人处理的事情数'),
  note: z.string().describe('管理员写的备注，可能为空'),
  createdAt: orderFields.createdAt,
  holdUntil: orderFields.holdUntil,
  paidAt: orderFields.paidAt,
  doneAt: orderFields.doneAt,
})
export type OrderRow = z.output<typeof orderRow>

const orderSorts = ['createdAt', 'paidAt', 'price', 'address', 'status'] as const

const orderFilter = {
  q: search.describe('订单号、地址、手机号、交易号或备注的一部分'),
  state: orderState.optional(),
  way: payWay.optional(),
  domainId: id.optional().describe('只看这个域名上的'),
  openCase: queryFlag.optional().describe('true 只看有事情等人处理的'),
  from: time.optional().describe('下单时间不早于'),
  to: time.optional().describe('下单时间早于'),
  sort: z.enum(orderSorts).optional().describe('按哪一项排序，默认 createdAt'),
  order,
}

export const getOrders = defineCall(routes.getOrders, {
  group: 'store',
  who: accounts,
  page: 'card',
  summary: {
    zh: '列出订单：管理员看全部，别人看自己域名上的',
    en: 'List orders: all for an admin, those on one’s own domains for others',
  },
  query: z.strictObject({ page, pageSize, ...orderFilter }),
  answer: z.object({
    list: z.array(orderRow).describe('这一页的订单'),
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

export const exportOrders = defineCall(routes.exportOrders, {
  group: 'store',
  who: accounts,
  page: 'card',
  answers: 'bytes',
  types: ['text/csv'],
  summary: {
    zh: '导出订单为 CSV，条件同 getOrders，最多 50000 行',
    en: 'Export orders as CSV, filtered as in getOrders, at most 50,000 rows',
  },
  query: z.strictObject(orderFilter),
  answer: z.object({}),
  errors: ['notFound'],
})

const caseId = id.describe('这件事的编号')
const tradeNo = z.string().describe('支付平台的交易号，可能为空')

const payCase = z.object({
  id: caseId,
  at: time.describe('第一次发生的时间（ISO 8601，UTC）'),
  lastAt: time.describe('最近一次'),
  count: z.int().describe('发生了几次'),
  kind: z.enum(['callback', 'payment']).describe('callback 可疑的支付通知，payment 收到的钱没有着落'),
  way: payWay,
  reason: z.string().describe('原因，给人看的一句话'),
  orderId: id.nullable().describe('关于哪个订单，null 表示没有这个订单'),
  orderNo: z.string().describe('订单号，没有这个订单则为空'),
  tradeNo,
  amount: cents.nullable().describe('涉及的金额，单位分；不知道为 null'),
  detail: z.string().describe('当时看到的内容，一行'),
  settledAt: time.nullable().describe('处理的时间，没处理为 null'),
  settledNote: z.string().describe('怎么处理的，没处理为空'),
})
export type PayCase = z.output<typeof payCase>

export const getOrderHistory = defineCall(routes.getOrderHistory, {
  group: 'store',
  who: accounts,
  page: 'card',
  summary: {
    zh: '一个订单的经过：状态变化、收款、待处理的事、谁看过',
    en: 'What happened to an order: changes, payments, cases, who looked at it',
  },
  query: z.strictObject({ id: orderId }),
  answer: z.object({
    order: orderRow.describe('这个订单'),
    history: z
      .array(
        z.object({
          at: time.describe('变化的时间（ISO 8601，UTC）'),
          from: orderState.nullable().describe('原来的状态，null 表示刚下单'),
          to: orderState,
          by: z.string().describe('谁：买家、支付平台、系统，或管理员的名字'),
          text: z.string().describe('一句话的经过，可能为空'),
        }),
      )
      .describe('状态的变化，旧的在前'),
    payments: z
      .array(
        z.object({
          id: id.describe('这笔收款的编号'),
          at: time.describe('收款的时间（ISO 8601，UTC）'),
          way: payWay,
          tradeNo,
          amount: cents.describe('收到的金额，单位分'),
          became: z
            .enum(['order', 'credit', 'case'])
            .describe('order 付了这一单，credit 换成了付款卡密，case 等人处理'),
        }),
      )
      .describe('收到的款，旧的在前'),
    cases: z.array(payCase).describe('等人处理和处理过的事'),
    log: z
      .array(
        z.object({
          at: time.describe('看的时间（ISO 8601，UTC）'),
          how: accessHow,
          client: z.string().describe('网络地址；管理员以外打码'),
          agent: z.string().describe('浏览器'),
        }),
      )
      .describe('谁看过这个订单，新的在前，最多 100 条'),
  }),
  errors: ['notFound'],
})

const changedOrder = z.object({ order: orderRow.describe('改过之后的订单') })

export const markPaid = defineCall(routes.markPaid, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: {
    zh: '确认收到这一单的钱，随即开通',
    en: 'Confirm the payment of an order, which delivers it',
  },
  body: z.strictObject({
    id: orderId,
    tradeNo: z.string().trim().max(64, '交易号太长').optional().describe('支付平台的交易号，有就填'),
    note: note.optional().describe('备注，记进经过'),
  }),
  answer: changedOrder,
  errors: ['notFound', 'conflict'],
})

export const closeOrder = defineCall(routes.closeOrder, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: { zh: '关闭没付的订单，放开名字', en: 'Close an unpaid order and release its name' },
  body: z.strictObject({ id: orderId, note: note.optional().describe('备注，记进经过') }),
  answer: changedOrder,
  errors: ['notFound', 'conflict'],
})

export const refundOrder = defineCall(routes.refundOrder, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: {
    zh: '记下退款；用卡密付的退回卡密，别的由管理员在支付平台退',
    en: 'Note a refund; card payments go back to the card, others are refunded at the gateway by hand',
  },
  body: z.strictObject({
    id: orderId,
    amount: cents.min(1, '至少 1 分').optional().describe('退多少，单位分，可以分几次退；不填为剩下的全部'),
    refundedBefore: cents.optional().describe('页面上看到的已退金额；和现在的不同时拒绝，免得同一笔记两次'),
    stopMailbox: z.boolean().optional().describe('同时停用这一单开通的邮箱'),
    note: z
      .string()
      .trim()
      .min(1, '请写明退款的原因')
      .max(500, '最多 500 个字')
      .describe('退款的原因，记进经过'),
  }),
  answer: changedOrder,
  errors: ['notFound', 'conflict'],
})

export const noteOrder = defineCall(routes.noteOrder, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: { zh: '改订单的备注', en: 'Change the note of an order' },
  body: z.strictObject({ id: orderId, note: note.describe('新的备注，空则去掉') }),
  answer: changedOrder,
  errors: ['notFound'],
})

export const getPayCases = defineCall(routes.getPayCases, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: {
    zh: '可疑的支付通知和没有着落的钱',
    en: 'Suspicious payment notices and money without a home',
  },
  query: z.strictObject({ page, pageSize, open: queryFlag.optional().describe('true 只看没处理的') }),
  answer: z.object({ list: z.array(payCase).describe('最近发生的在前'), total }),
  errors: [],
})

export const settlePayCase = defineCall(routes.settlePayCase, {
  group: 'store',
  who: admins,
  page: 'card',
  summary: { zh: '把一件事标作已处理', en: 'Mark a case as settled' },
  body: z.strictObject({
    id: caseId,
    note: z.string().trim().min(1, '请写怎么处理的').max(500, '最多 500 个字').describe('怎么处理的'),
  }),
  answer: z.object({}),
  errors: ['notFound', 'conflict'],
})

const settingName = z.string().describe('设置名，updateSetting 用')

export const payWayState = z.object({
  way: payWay,
  name: z.string().describe('给人看的名称'),
  hint: z.string().describe('一句话：买家怎样付款'),
  state: z
    .enum(['ready', 'missing', 'off'])
    .describe('ready 买家看得到，missing 打开了但还缺东西、买家看不到，off 没有启用'),
  warning: z
    .string()
    .nullable()
    .describe('买家看得到却收不到通知时的提醒，例如没有设公开的网址；null 表示没有'),
  switchedBy: settingName.describe('哪一项设置把它打开、关上'),
  missing: z.array(settingName).describe('还缺哪几项设置'),
  settings: z.array(settingName).describe('它的其他设置，按填的顺序'),
  lastPaidAt: time.nullable().describe('最近一次收到款，null 表示没有过'),
  unused: z.int().optional().describe('卡密：还有多少张没用完的付款卡'),
  unpaid: z.int().optional().describe('人工收款：等着确认收款的订单数'),
})
export type PayWayState = z.output<typeof payWayState>

export const getPayWays = defineCall(routes.getPayWays, {
  group: 'store',
  who: admins,
  page: 'setting',
  summary: {
    zh: '各种付款方式能不能用，还缺什么设置',
    en: 'Whether each way to pay is ready, and which settings it lacks',
  },
  answer: z.object({ list: z.array(payWayState).describe('每种付款方式一项') }),
  errors: [],
})

export const testGateway = defineCall(routes.testGateway, {
  group: 'store',
  who: admins,
  page: 'setting',
  summary: { zh: '试一下支付平台的设置', en: 'Try the settings of a payment gateway' },
  body: z.strictObject({ way: z.enum(['epay', 'stripe']).describe('epay 易支付，stripe') }),
  answer: z.object({ ok: z.boolean().describe('设置能不能用'), text: z.string().describe('平台怎么说') }),
  errors: [],
})
