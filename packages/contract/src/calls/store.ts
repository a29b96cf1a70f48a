/** The store page: what is for sale, buying it, waiting for the payment, and finding an order again. */
import { z } from 'zod'
import { defineCall, everyone } from '../call.ts'
import { cents, createdAt, domainId, id, localPart, proof, quotaMb, time, token } from '../fields.ts'
import { routes } from '../routes.ts'

export const orderStates = ['pending', 'paid', 'done', 'closed', 'refunded'] as const
export type OrderState = (typeof orderStates)[number]
export const payWays = ['card', 'epay', 'stripe', 'manual'] as const
export type PayWay = (typeof payWays)[number]
export const nameStates = ['free', 'taken', 'held', 'reserved', 'resting'] as const
export type NameState = (typeof nameStates)[number]

export const orderState = z
  .enum(orderStates)
  .describe('pending 待支付，paid 已支付，done 已开通，closed 已关闭，refunded 已退款')

export const payWay = z.enum(payWays).describe('付款方式：card 卡密，epay 易支付，stripe，manual 人工收款')

/** The fields that every order shows to every reader. */
export const orderFields = {
  orderNo: z.string().describe('订单号，YS 开头'),
  address: z.string().describe('买下或续费的邮箱地址'),
  renew: z.boolean().describe('续费，不是买新地址'),
  plan: z.string().describe('套餐名，下单时的'),
  days: z.int().nullable().describe('天数，null 为永久'),
  way: payWay,
  channel: z.string().describe('易支付的通道，如 alipay、wxpay；别的方式为空'),
  createdAt: createdAt.describe('下单时间（ISO 8601，UTC）'),
  holdUntil: time.describe('待支付时名字留到什么时候'),
  paidAt: time.nullable().describe('付清的时间，没付为 null'),
  doneAt: time.nullable().describe('开通的时间，没开通为 null'),
}

const planId = id.describe('套餐编号')

export const plan = z.object({
  id: planId,
  name: z.string().describe('套餐名'),
  hint: z.string().describe('一句说明，可能为空'),
  days: z.int().nullable().describe('天数，null 为永久'),
  price: cents.describe('买新地址的价格，单位分'),
  renewPrice: cents.describe('续费的价格，单位分；永久的套餐续费后不再到期'),
  quotaMb,
  maySend: z.boolean().describe('能否发信'),
  recommended: z.boolean().describe('标作“多数人选”'),
})
export type Plan = z.output<typeof plan>

const payOption = z.object({
  way: payWay,
  channel: orderFields.channel,
  name: z.string().describe('给人看的名字，如“支付宝”'),
  hint: z.string().describe('一句说明'),
})
export type PayOption = z.output<typeof payOption>

const storeDomain = z.object({
  id: domainId,
  name: z.string().describe('域名'),
  plans: z.array(plan).describe('在售的套餐'),
  samples: z.array(z.string()).describe('几个空着的短名字'),
})
export type StoreDomain = z.output<typeof storeDomain>

export const getAdminDomains = defineCall(routes.getAdminDomains, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '商店在售的域名、套餐、可选的短名字和付款方式',
    en: 'Store domains with plans, a sample of free short names, and the ways to pay',
  },
  answer: z.object({
    open: z.boolean().describe('商店是否开放；没开放时列表为空'),
    list: z.array(storeDomain).describe('在售的域名'),
    payOptions: z.array(payOption).describe('现在能用的付款方式，按显示的顺序'),
    phoneRule: z.enum(['china', 'any']).describe('china 只收中国大陆手机号，any 都可以'),
    holdMinutes: z.int().describe('下单后名字留多少分钟'),
    byHandMinutes: z.int().describe('用人工收款下单后名字留多少分钟'),
  }),
  errors: [],
})

export const checkName = defineCall(routes.checkName, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '看一个名字能不能买，并给出几个空着的名字',
    en: 'Whether a name can be bought, with suggestions',
  },
  query: z.strictObject({
    domainId,
    localPart,
    claimToken: z
      .string()
      .max(200)
      .optional()
      .describe('自己没付的订单的凭证：它留着的名字算空着。会留在网址里，请改用 x-claim-token 头'),
  }),
  headers: z.strictObject({
    'x-claim-token': z.string().max(200).optional().describe('同 claimToken，不进网址；按百分号编码'),
  }),
  answer: z.object({
    localPart: z.string().describe('实际查的名字，已经转成小写'),
    state: z
      .enum(nameStates)
      .describe(
        'free 可以买，taken 有人用了，held 有人下了单还没付，reserved 保留不卖，resting 不久前有人用过，还不能再用',
      ),
    restsUntil: time.nullable().describe('resting 的名字在这之后才能再用，别的为 null'),
    namePrice: cents.describe('靓号的名字价，单位分，在套餐价之外一次付清；普通名字为 0'),
    suggestions: z.array(z.string()).describe('相近的、空着的普通名字；再查一次会换一批'),
  }),
  errors: ['notFound'],
})

const phone = z
  .string()
  .trim()
  .min(5, '请填写手机号')
  .max(24, '手机号太长')
  .describe('手机号，用于查订单；空格、短横和 +86 会去掉')
const queryPassword = z
  .string()
  .min(6, '查询密码至少 6 位')
  .max(64, '查询密码最多 64 位')
  .describe('查订单用的密码')
const claimToken = z.string().min(1).max(200).describe('取货凭证，下单时给的')

const soldAccount = z.object({
  address: z.string().describe('邮箱地址'),
  password: z.string().describe('只显示这一次'),
  token: token.describe('这个邮箱的登录凭证'),
  expiresAt: time.nullable().describe('到期时间，null 为永久'),
})
export type SoldAccount = z.output<typeof soldAccount>

const credit = z.object({
  code: z.string().describe('付款卡密，可以在商店里抵这个金额'),
  amount: cents.describe('卡里的金额，单位分'),
})

export const accessHow = z
  .enum(['phone', 'password', 'claim', 'operator'])
  .describe('phone 只凭手机号，password 凭查询密码，claim 凭取货凭证，operator 店主')
export type AccessHow = z.output<typeof accessHow>

const byHand = {
  instructions: z.string().optional().describe('人工收款、还没付时：店主写的付款说明'),
  contact: z.string().optional().describe('人工收款、还没付时：店主的联系方式，可能为空'),
}

/** An order as its buyer sees it after proving that it is theirs. */
export const ownOrder = z.object({
  orderNo: orderFields.orderNo,
  status: orderState,
  renew: orderFields.renew,
  address: orderFields.address,
  plan: orderFields.plan,
  days: orderFields.days,
  quotaMb,
  maySend: z.boolean().describe('邮箱能否发信'),
  price: cents.describe('应付金额，单位分'),
  way: orderFields.way,
  channel: orderFields.channel,
  createdAt: orderFields.createdAt,
  holdUntil: orderFields.holdUntil,
  paidAt: orderFields.paidAt,
  doneAt: orderFields.doneAt,
  expiresAt: time.nullable().describe('邮箱到期的时间；还没开通或永久为 null'),
  refunded: cents.describe('已退的金额，单位分'),
  claimed: z.boolean().describe('密码已经显示过'),
  credits: z.array(credit).describe('付了钱却开不了（名字已被占）或多付时，换成的付款卡密'),
  inHand: z.boolean().describe('有需要人工处理的地方，店主已经看到'),
  payUrl: z.string().optional().describe('待支付时：去付款的地址'),
  payQr: z.string().optional().describe('待支付时：二维码的内容'),
  ...byHand,
  log: z
    .array(
      z.object({
        at: time.describe('看的时间（ISO 8601，UTC）'),
        how: accessHow,
        client: z.string().describe('网络地址，打码'),
        agent: z.string().describe('浏览器'),
      }),
    )
    .describe('谁在什么时候看过这个订单，新的在前，最多 20 条'),
})
export type OwnOrder = z.output<typeof ownOrder>

export const buyEmail = defineCall(routes.buyEmail, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '购买邮箱地址，或给地址续费', en: 'Buy an address, or renew one' },
  body: z.strictObject({
    domainId,
    planId,
    localPart,
    renew: z.boolean().optional().describe('续费：名字是已有的邮箱账号。谁都可以替它付，好处归邮箱的主人'),
    phone,
    queryPassword,
    pay: z
      .strictObject({
        way: z.enum(payWays, '请选择付款方式').describe('付款方式，getAdminDomains 的 payOptions 里的一种'),
        channel: z
          .string()
          .max(20)
          .optional()
          .describe('易支付的通道，getAdminDomains 给的；只有一个时不用填'),
        cardCode: z.string().trim().max(64).optional().describe('用卡密付款时的卡密'),
        mobile: z.boolean().optional().describe('在手机浏览器里，易支付据此选页面'),
      })
      .describe('怎么付'),
    expectPrice: cents.optional().describe('页面上显示的总价；和现在的价格不同时拒绝，请买家重新确认'),
    instead: z.string().max(200).optional().describe('自己还没付的旧订单的取货凭证：关闭它，名字转给这一单'),
    proof,
  }),
  answer: z.object({
    orderNo: orderFields.orderNo,
    status: orderState,
    claimToken: z.string().describe('取货凭证，只显示这一次，请页面保存'),
    price: cents.describe('应付金额，单位分'),
    holdUntil: orderFields.holdUntil,
    payUrl: z.string().optional().describe('去付款的地址'),
    payQr: z.string().optional().describe('给人扫的二维码的内容'),
    ...byHand,
    account: soldAccount.optional().describe('已付清的新地址直接给出账号'),
    expiresAt: time.nullable().optional().describe('已付清时：邮箱到期的时间，null 为永久'),
  }),
  errors: [
    'notFound',
    'forbidden',
    'conflict',
    'addressTaken',
    'addressReserved',
    'addressResting',
    'domainClosed',
    'remoteRefused',
    'proofNeeded',
    'proofWrong',
  ],
})

export const queryOrder = defineCall(routes.queryOrder, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '按手机号查订单：只有手机号时打码，凭查询密码或取货凭证看全部',
    en: 'Find orders by phone: masked by phone alone, whole with the query password or a claim token',
  },
  query: z.strictObject({
    phone,
    orderNo: z.string().trim().max(64).optional().describe('只看这一单'),
    password: z
      .string()
      .max(64)
      .optional()
      .describe('查询密码。写在网址里会留在浏览历史和代理的日志里，请改用 x-query-password 头'),
    claimToken: z
      .string()
      .max(200)
      .optional()
      .describe('某一单的取货凭证。同样会留在网址里，请改用 x-claim-token 头'),
  }),
  headers: z.strictObject({
    'x-query-password': z
      .string()
      .max(64)
      .optional()
      .describe('同 password，不进网址；按百分号编码，两个都有时以它为准'),
    'x-claim-token': z
      .string()
      .max(200)
      .optional()
      .describe('同 claimToken，不进网址；按百分号编码，两个都有时以它为准'),
  }),
  answer: z.object({
    list: z
      .array(
        z.object({
          orderNo: z.string().describe('没有凭证时打码'),
          address: z.string().describe('没有凭证时打码'),
          renew: orderFields.renew,
          plan: orderFields.plan,
          price: cents.describe('应付金额，单位分'),
          status: orderState,
          createdAt: orderFields.createdAt,
          order: ownOrder.nullable().describe('有凭证时的全部内容，没有凭证为 null'),
        }),
      )
      .describe('新的在前，最多 50 单'),
  }),
  errors: ['wrongCredentials'],
})

/**
 * Names an order and proves that it is the caller's own: by a claim token, or by number, phone and query
 * password together.
 */
const orderKey = {
  claimToken: claimToken.optional(),
  orderNo: z.string().trim().max(64).optional().describe('没有取货凭证时：订单号'),
  phone: phone.optional().describe('没有取货凭证时：手机号'),
  queryPassword: z.string().max(64).optional().describe('没有取货凭证时：查询密码'),
}

export const openOrder = defineCall(routes.openOrder, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '看自己的订单，等它付清，取走邮箱和密码',
    en: 'Open one’s own order: wait for its payment and collect mailbox and password',
  },
  body: z.strictObject({
    ...orderKey,
    known: orderState.optional().describe('已经知道的状态：状态变了或等到时间才回答'),
    waitSeconds: z.int().min(0).max(25).optional().describe('最多等多少秒'),
    collect: z.boolean().optional().describe('已开通时取走密码和登录凭证；只给第一次来取的'),
    resetPassword: z.boolean().optional().describe('忘了邮箱密码：重设一个。要用查询密码，取货凭证不行'),
  }),
  answer: z.object({
    order: ownOrder.describe('这一单现在的样子'),
    account: soldAccount.optional().describe('collect 第一次取货，或 resetPassword 时'),
  }),
  errors: ['wrongCredentials', 'conflict'],
})

export const recheckOrder = defineCall(routes.recheckOrder, {
  group: 'store',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '“付了钱却没开通”：马上向支付平台查这一单',
    en: 'Paid but nothing came: ask the gateway about this order now',
  },
  body: z.strictObject(orderKey),
  answer: z.object({
    order: ownOrder.describe('这一单现在的样子'),
    found: z
      .enum(['paid', 'unpaid', 'unknown'])
      .describe('paid 已付并已处理，unpaid 平台说还没付，unknown 现在问不到或这种方式没法问'),
  }),
  errors: ['wrongCredentials'],
})
