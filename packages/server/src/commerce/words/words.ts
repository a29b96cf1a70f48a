/** The Chinese words of this room. */
import type { CardKind, OrderState, PayWay } from '@yanshu/contract'
import { changedWords, type FieldWords } from '../../ledger/audit/changed-words.ts'
import type { FactWords } from '../../ledger/fact/fact.ts'
import { ledgerFactWords } from '../../ledger/words.ts'
import { yuan } from '../format/money.ts'
import type { CommerceFacts } from './facts.ts'

const yesOrNo = (yes: boolean): string => (yes ? '是' : '否')

/** Dates for people; the mailbox's own time zone is not known. */
const dateText = (at: number): string =>
  new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at)

const wayNames = { card: '卡密', epay: '易支付', stripe: 'Stripe', manual: '人工收款' } as const

const kindNames = { open: '开新邮箱', given: '开指定邮箱', renew: '续期', pay: '付订单' } as const

const stateNames = {
  pending: '待支付',
  paid: '已支付',
  done: '已开通',
  closed: '已关闭',
  refunded: '已退款',
} as const

const orderKind = (renew: boolean): string => (renew ? '续费' : '新购')

const actorNames = { buyer: '买家', gateway: '支付平台', system: '系统' } as const

const planFields: FieldWords<CommerceFacts['planChanged']> = {
  name: name => `名称：${name}`,
  hint: '改说明',
  days: days => `时长：${days === null ? '永久' : `${days} 天`}`,
  price: price => `价格：${yuan(price)}`,
  renewPrice: price => `续费价格：${yuan(price)}`,
  quotaMb: quota => `空间：${quota === null ? '不限' : `${quota} MB`}`,
  maySend: may => `发信：${may ? '允许' : '不允许'}`,
  recommended: recommended => `推荐：${yesOrNo(recommended)}`,
  onSale: onSale => `在售：${yesOrNo(onSale)}`,
  position: '改排序',
}

const cardDeeds = { unused: '启用', disabled: '停用', revoked: '作废' } as const

const cardWorth = ({ amount, days }: CommerceFacts['cardsMade']): string =>
  amount === undefined ? (days === null ? '长期' : `${days} 天`) : yuan(amount)

/** A stranger may have left out what the label is for. */
const labelled = (label: string, value: string): string => (value === '' ? label : `${label} ${value}`)

export const commerceFactWords: FactWords<keyof CommerceFacts> = {
  // The audit log.
  planChanged: changes => changedWords(changes, planFields),
  specialNamesSet: ({ kind, price, ...some }) =>
    `${ledgerFactWords.someNamed(some)}：${kind === 'reserved' ? '保留' : `靓号 ${yuan(price)}`}`,
  someCards: ({ count }) => `${count} 张卡密`,
  cardBatch: ({ id, note }) => note || `批次 ${id.slice(-5).toUpperCase()}`,
  payWay: ({ way }) => wayNames[way],
  cardCount: ({ count }) => `${count} 张`,
  cardsMade: made => `${made.count} 张${kindNames[made.kind]}，${cardWorth(made)}`,
  cardsChanged: ({ count, state, sold, expiresAt, note }) =>
    [
      `${count} 张`,
      ...(state === undefined ? [] : [cardDeeds[state]]),
      ...(sold === undefined ? [] : [sold ? '标为卖出' : '收回']),
      ...(expiresAt ? ['改截止时间'] : []),
      ...(note ? ['改备注'] : []),
    ].join('，'),
  moneyReturned: ({ amount, note }) => `${yuan(amount)}${note === '' ? '' : `，${note}`}`,
  noted: ({ note }) => note,

  // The history of an order.
  changedBy: ({ who }) => actorNames[who],
  orderPlaced: ({ renew, address, plan, price }) =>
    `${renew ? '续费' : '购买'} ${address}，${plan}，${yuan(price)}`,
  orderReplaced: () => '改下了别的订单',
  orderRefused: () => '支付平台没有接受',
  orderOverdue: () => '超时没有付款',
  orderClosed: ({ note }) => note || '关闭了订单',
  paidByCard: ({ tail, amount }) => `卡密 ****${tail} 付款 ${yuan(amount)}`,
  paidByGateway: ({ way, amount, tradeNo }) => `${wayNames[way]}收款 ${yuan(amount)}，交易号 ${tradeNo}`,
  paidByHand: ({ amount, note }) => `确认收款 ${yuan(amount)}${note === '' ? '' : `，${note}`}`,
  surplusBecameCredit: ({ amount }) => `又收到 ${yuan(amount)}，换成了付款卡密`,
  orderBecameCredit: ({ renew }) =>
    renew ? '邮箱已经不能续费，付款换成了付款卡密' : '名字已被占用，付款换成了付款卡密',
  orderDelivered: ({ renew }) => (renew ? '已续费' : '邮箱已开通'),
  orderRefunded: ({ amount, toCard, note }) => `退款 ${yuan(amount)}${toCard ? '，退回卡密' : ''}：${note}`,
  orderRefundedPart: ({ amount, total, toCard, note }) =>
    `退了一部分 ${yuan(amount)}${toCard ? '，退回卡密' : ''}，一共退了 ${yuan(total)}：${note}`,

  // Details seen when a case was raised.
  sawOrder: ({ orderNo }) => labelled('订单号', orderNo),
  sawTrade: ({ tradeNo }) => labelled('交易号', tradeNo),
  sawAmount: ({ amount }) => yuan(amount),
  sawOtherWay: ({ way }) => `订单用的是${wayNames[way]}`,
  sawOtherAmount: ({ due, told }) => `应付 ${yuan(due)}，通知说 ${yuan(told)}`,
  sawOddForm: () => '参数重复、太多或形式不对',
  sawNoTrade: () => '没有交易号',
  sawMerchant: ({ merchant }) => labelled('商户号', merchant),
  sawState: ({ state }) => labelled('状态', state),
  sawMoney: ({ money }) => labelled('金额写作', money),
  sawCurrency: ({ currency }) => labelled('币种', currency),
  stripeRefunded: ({ amount }) => `在 Stripe 一共退了 ${yuan(amount)}`,
  stripeDisputed: ({ amount }) => `付款人对 ${yuan(amount)} 提出了争议`,

  // How a case settled itself.
  becameCredit: () => '换成了付款卡密',
  deliveredLater: () => '后来开通了',
  refundedSince: () => '退了款',
}

export const commerceWords = {
  wayNames,
  /** For the operator: how buyers pay this way. */
  waySays: {
    card: '买家输入付款卡密',
    manual: '你看到钱再点开通',
    epay: '支付宝、微信支付',
    stripe: '银行卡',
  },
  /** Of a gateway that buyers see, on the page of settings. */
  outOfReach: '没有设 YANSHU_PUBLIC_URL，平台的付款通知送不到，买家付完也回不来',
  stateNames,
  /** Why a person must look. */
  caseReasons: {
    noSecret: '还没有设密钥，却收到了支付通知',
    badForm: '支付通知的参数不对',
    badSign: '支付通知的签名不对',
    wrongMerchant: '支付通知里的商户号不是本站的',
    wrongState: '支付通知说的不是付款成功',
    unknownOrder: '支付通知说的订单不存在',
    wrongGateway: '通知来自别的支付方式',
    wrongAmount: '付的金额和订单不一样',
    tradeReused: '同一笔交易号用在了两个订单上',
    alreadyMarked: '人工确认过收款，又收到了平台的付款通知',
    afterRefund: '已退款的订单又收到了付款',
    surplus: '一个订单付了两次，又不能换成卡密',
    undeliverable: '付了款，名字已被占用，又不能换成卡密',
    takenBack: '付款在支付平台被退回或有争议',
  },

  // The catalogue.
  planLimit: (most: number) => `一个域名最多 ${most} 个套餐`,
  specialNameLimit: (most: number) => `一个域名最多 ${most} 个`,
  premiumWithoutPrice: '请填写靓号的价格',
  reservedWithPrice: '保留的名字没有价格',
  planMayNotSend: '你的账号不能发信，套餐也不能带发信权限',
  quotaAtMost: (megabytes: number) => `最多 ${megabytes} MB`,
  quotaNeeded: (most: number) => `要写明空间，最多 ${most} MB`,

  // Buying.
  storeClosed: '商店没有开放',
  notForSale: '这个域名没有在卖',
  noSuchPlan: '没有这个套餐，请刷新页面',
  cannotRenewInStore: '没有可以续费的邮箱账号，请检查地址',
  nameReserved: '这个名字不能使用',
  nameHeld: '有人下了单还没付款，请换一个或稍后再试',
  priceChanged: (price: number) => `价格变了，现在是 ${yuan(price)}，请确认后再买`,
  tooManyUnpaid: '没付的订单太多了，请先付款，或等它们关闭',
  phoneWrong: '手机号不对，请检查',
  phoneNotChinese: '请填写 11 位的中国大陆手机号',

  // Ways to pay.
  cardHint: '有码直接开通',
  manualHint: '店主确认后开通',
  epayScanHint: '扫码',
  epayHint: '扫码或跳转',
  stripeName: '银行卡',
  stripeHint: 'Visa、银联',
  wayClosed: '这种付款方式现在不能用，请换一种',
  chooseWay: '请选择付款方式',

  // Gateways.
  goodsForGateway: (plan: string) => `邮箱 ${plan}`,
  goodsForStripe: (address: string, plan: string) => `${address}，${plan}`,
  gatewayRefused: '支付平台没有接受这一单，请换一种付款方式',
  gatewaySilent: '支付平台没有回应，请稍后再试或换一种付款方式',
  gatewayWorks: '可以用',
  epayNotSet: '接口地址、商户号和密钥都要设',
  epayAnswered: (theirWords: string) => `平台说：${theirWords || '不认识这个商户'}`,
  epayUnreadable: '平台的回答看不懂',
  stripeNotSet: '还没有设密钥',
  stripeKeyUnknown: 'Stripe 不认识这个密钥',
  stripeUnreachable: '现在连接不上 Stripe',
  /** Why a gateway could not tell about an order. */
  gatewayUnsure: {
    notSet: '没有设好',
    otherOrder: '答的是别的订单',
    incomplete: '答得不完整',
    unreadable: '答得看不懂',
    unreachable: '现在问不到',
  },

  // Orders of buyers.
  wrongOrderKey: '手机号、订单号或查询密码不对',
  giveOrderNo: '请填订单号',
  givePhone: '请填手机号',
  giveQueryPassword: '请填查询密码',
  resetNeedsPassword: '重设密码要用手机号和查询密码',
  cannotReset: '这一单的邮箱不能重设密码',
  checkedTooFast: '查得太快，请稍后再试',
  askedJustNow: '刚刚问过支付平台，请过一会儿再试',
  resetTooOften: '今天重设的次数太多，请明天再试',

  // Orders of sellers.
  cannotMove: (from: OrderState, to: OrderState) => `订单${stateNames[from]}，不能改成${stateNames[to]}`,
  tradeNoForm: '交易号只有字母、数字、横线和下划线',
  paidAlready: '这一单已经收过款了',
  tradeNoUsed: '这个交易号已经用在别的订单上',
  onlyPendingCloses: '只有待支付的订单能关闭',
  refundedAlready: '这一单已经退过款了',
  nothingToRefund: '这一单没有收款，不能退',
  refundedMeanwhile: (refunded: number) => `这一单刚刚又退过款，现在一共退了 ${yuan(refunded)}，请刷新再看`,
  refundWhole: '这一单还没开通，只能全部退',
  refundAtMost: (amount: number) => `最多退 ${yuan(amount)}`,
  settledAlready: '这件事已经处理过了',
  newsOfCase: (reason: string) => `需要处理：${reason}`,
  newsOfCaseOrder: (orderNo: string) => `订单 ${orderNo || '不明'}`,
  newsOfPayment: (amount: number, renew: boolean, address: string) =>
    `收款 ${yuan(amount)}，${orderKind(renew)} ${address}`,
  newsOfPaymentOrder: (plan: string, way: PayWay, orderNo: string) =>
    `${plan}，${wayNames[way]}，订单 ${orderNo}`,

  // Orders in a spreadsheet.
  orderHeadings: [
    ...['订单号', '状态', '类型', '地址', '套餐', '天数', '应付（元）', '已收（元）', '已退（元）'],
    ...['手机号', '付款方式', '通道', '交易号', '下单时间', '付款时间', '开通时间', '备注'],
  ],
  orderKind,
  forGood: '永久',

  // Card codes.
  cardRefusals: {
    used: '这张卡密已使用',
    disabled: '这张卡密已停用',
    revoked: '这张卡密已作废',
    expired: '这张卡密已过期',
  },
  cardsClosed: '目前没有开放卡密',
  cardMistyped: '卡密有误，请检查有没有输错',
  cardUnknown: '没有找到这张卡密',
  cardPaysOrders: '这是付款卡密，请在商店下单时使用',
  cardPaysNot: '这不是付款卡密，请到“验卡密”里使用',
  cardShort: (balance: number, amount: number) => `卡里还有 ${yuan(balance)}，不够付 ${yuan(amount)}`,
  cardOpensNot: '这张卡密不是用来开新邮箱的',
  cardNameReserved: '这个名字不能用卡密开，请在商店里看看',
  chooseDomain: '请选择域名',
  cannotRenewByCard: '没有可以续期的邮箱账号，请检查地址',
  giveAddress: '请填写邮箱地址',
  givenGone: '这张卡密的邮箱已经不在了，请联系卖家',
  /** `mailboxes`: how many were opened at once, the address being the first. */
  cardUsedBy: (address: string, mailboxes: number) =>
    mailboxes > 1 ? `${address} 等 ${mailboxes} 个` : address,
  creditNote: (orderNo: string) => `订单 ${orderNo} 的付款`,

  // Making card codes.
  chooseMailboxes: '请选择邮箱',
  mailboxTwice: '有重复的邮箱',
  unevenShares: (mailboxes: number, cards: number) => `${mailboxes} 个邮箱不能平均分给 ${cards} 张卡密`,
  mailboxesPerCard: (most: number) => `一张卡密最多 ${most} 个邮箱`,
  mailboxInOther: '有邮箱已经在别的卡密里，请先删除那张卡密',
  givenOnce: '开指定邮箱的卡密只能用一次',
  givenWithoutDomain: '开指定邮箱的卡密不选域名',
  givenNotContinued: '开指定邮箱的卡密不能接着做',
  giveAmount: '请填写金额',
  payWithoutDays: '付款卡没有天数',
  payWithoutUses: '付款卡用完为止，不设次数',
  payWithoutDomain: '付款卡不选域名',
  kindWithoutMailboxes: '这种卡密不指定邮箱',
  kindWithoutAmount: '这种卡密没有金额',
  renewNeedsDays: '续期卡要写天数',
  kindWithoutQuota: (kind: CardKind) => `${kindNames[kind]}卡不改容量`,
  kindWithoutSending: (kind: CardKind) => `${kindNames[kind]}卡不改发信权限`,
  onlyAdminsPay: '只有管理员能做付款卡',
  cardMayNotSend: '你的账号不能发信，卡密也不能带发信权限',
  noSuchDomains: (names: readonly string[]) => `没有可用的域名 ${names.join('、')}`,
  liveCardLimit: (most: number, left: number) => `最多同时有 ${most} 张没用完的卡密，还能再做 ${left} 张`,
  otherTerms: '内容和这一批不一样，请另做一批',
  batchLimit: (most: number) => `一批最多 ${most} 张`,
  endsTooEarly: '截止时间要晚于现在',
  noSuchMailboxes: '有的邮箱账号没有找到',

  // Batches of card codes.
  steps: { left: '剩下', sold: '卖出还没用', used: '用掉', gone: '作废或过期' },
  cardHeadings: [
    ...['卡密末四位', '到哪一步', '卖给谁', '卖出时间', '用在哪里', '用掉时间', '最晚使用', '备注'],
  ],
  buyerOfSold: '卖给谁要和标为卖出一起填',

  // Changing card codes.
  oneChoice: '选卡密或选一批，只能用一种',
  chooseSome: '至少选一项',
  usedStay: '用过的和退款得来的卡密不能删除，可以作废',

  // Letters to the people of a mailbox.
  letters: {
    welcomeSubject: '欢迎，邮箱开通了',
    opened: (address: string) => `${address} 已经开通，可以收信了。`,
    lasts: (until: number | null) => (until === null ? '长期有效。' : `有效期到${dateText(until)}。`),
    logIn: (url: string) => `登录：${url}`,
    renew: (url: string) => `续费：${url}`,
    endsSubject: (at: number) => `邮箱将在${dateText(at)}到期`,
    ends: (address: string, at: number) => `${address} 将在${dateText(at)}到期。`,
    renewByCard: '可以用续期卡密延长。',
    afterwards: (graceDays: number) =>
      graceDays === 0
        ? '到期后邮箱停用，名字一直为你留着，续费就恢复。'
        : `到期后邮箱停用，名字和邮件再留 ${graceDays} 天，续费就恢复；过后会删除。`,
  },
} as const
