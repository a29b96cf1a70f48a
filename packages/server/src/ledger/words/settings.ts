/**
 * The Chinese words of the settings. The type check fails when a setting has no words, and when words have no
 * setting.
 */
import type { ownTable } from '../setting/own-table.ts'
import type { SettingGroup, SettingsTable, SettingUnit } from '../setting/setting-entry.ts'
import type { siteTable } from '../setting/site-table.ts'

type Explained = { readonly label: string; readonly help: string }
type Labels<Choice extends string> = { readonly choices: Readonly<Record<Choice, string>> }

export type EntryTexts = Explained & Partial<Labels<string>>

export type SettingTexts<T extends SettingsTable> = {
  readonly [Name in keyof T]: T[Name] extends { choices: readonly (infer Choice extends string)[] }
    ? Explained & Labels<Choice>
    : Explained
}

export const settingGroups: Readonly<Record<SettingGroup, string>> = {
  site: '站点',
  registration: '注册',
  login: '登录',
  abuse: '防滥用',
  store: '商店',
  payment: '收款方式',
  privacy: '隐私',
  receiving: '收信',
  delivery: '送达检查',
  certificate: '证书',
  retention: '保留',
  limits: '限制',
  interfaces: '接口',
  sending: '发信',
  own: '个人',
}

export const settingUnits: Readonly<Record<SettingUnit, string>> = {
  days: '天',
  hours: '小时',
  characters: '位',
  items: '个',
  mails: '封',
  megabytes: 'MB',
  minutes: '分钟',
  orders: '单',
  percent: '%',
  points: '分',
  seconds: '秒',
  times: '倍',
}

export const ownSettingTexts: SettingTexts<typeof ownTable> = {
  displayName: { label: '显示名称', help: '显示在页面右上角；留空就用用户名或邮箱地址。' },
  dateStyle: {
    label: '时间的写法',
    help: '列表里的时间怎么写。',
    choices: { relative: '刚刚、昨天 14:20', exact: '2026年3月5日 14:20' },
  },
}

export const siteSettingTexts: SettingTexts<typeof siteTable> = {
  // The site
  siteName: { label: '站点名称', help: '显示在页面左上角和浏览器标题里。' },
  publicUrl: {
    label: '公网地址',
    help: '别人打开本站用的网址，例如 https://mail.example.com；写在发出去的链接和付款通知里。以 https 开头时，会请浏览器以后只用 https。',
  },
  mailHost: {
    label: '收信主机名',
    help: '别的邮件服务器找本站用的名字，写在 MX 记录和打招呼的话里，例如 mx.example.com；留空则用公网地址里的主机名。',
  },
  homeText: { label: '首页的一句话', help: '首页最上面的大字。' },
  notice: { label: '公告', help: '显示在首页右上角；留空则不显示。' },
  legal: { label: '使用条款', help: '首页底部“使用条款”里的内容；留空则没有这个链接。' },
  complaint: {
    label: '投诉邮箱',
    help: '没有开放在线举报时，页面底部的“举报滥用”写到这个地址；也写给找不回密码的人看。',
  },
  complaintForm: {
    label: '在线举报',
    help: '页面底部“举报滥用”打开一张表，收到的在“系统账号”的“举报”里处理。',
  },
  icp: { label: '备案号', help: '显示在页面底部，链接到备案查询网站；留空则不显示。' },

  // Registration
  registration: { label: '开放注册邮箱账号', help: '访客可以在开放的域名上注册带密码的邮箱。' },
  temporary: { label: '开放临时邮箱', help: '访客可以一键新建临时邮箱。' },
  lifetimes: { label: '可选的有效时长', help: '临时邮箱可选的时长；0 表示一直保留到手动删除。' },
  defaultLifetime: { label: '默认有效时长', help: '没有选择时用的时长；0 表示一直保留。' },
  cards: { label: '开放卡密', help: '有卡密的人可以开邮箱、给邮箱续期；没有开放注册时也可以。' },
  reservedNames: {
    label: '保留的名字',
    help: '每行一个，可以用 * 代表任意几个字符、? 代表一个，例如 *bank*。访客和普通用户在开放的域名上不能用这些名字；postmaster、admin 等本来就不能用。',
  },
  nameMinLength: {
    label: '名字最短几位',
    help: '访客和普通用户在开放的域名上自己起的名字，至少要这么多个字符。短名字可以留着卖。',
  },

  // Logging in and abuse
  sessionDays: {
    label: '保持登录的天数',
    help: '系统账号勾了“保持登录”后，多少天不用才需要重新登录。改了只对之后的登录有效。',
  },
  lookAllowed: {
    label: '管理员可以查看别人的邮箱',
    help: '查看要一个一个打开，只能看，到时自动结束，每一步都记在操作记录里，结束后给对方写信。关掉以后，正在看的马上结束，收过信的邮箱也不能转给管理员；重设密码仍然可以，对方会被退出登录，并记在操作记录里。',
  },
  lookNeedsReason: {
    label: '查看别人的邮箱要写理由',
    help: '理由记在操作记录里，对方也看得到。',
  },
  proofStrength: {
    label: '安全验证的难度',
    help: '需要安全验证时，对方的设备要算多久。难一些更能挡住机器，旧手机也会更慢。',
    choices: { light: '轻：约半秒', normal: '中：约一秒', strong: '强：约四秒' },
  },

  // The store
  store: { label: '开放商店', help: '访客可以在商店里购买邮箱地址。先在域名页把域名设为出售，并加上套餐。' },
  holdMinutes: { label: '名字保留的时间', help: '下单后没付款时，名字为买家留多久；人工收款的另有设置。' },
  unpaidPerPhone: { label: '一个手机号的未付订单', help: '同时最多这么多，免得有人下单占名字又不付款。' },
  unpaidPerClient: {
    label: '一个网络地址的未付订单',
    help: '同时最多这么多。同一学校、公司的人可能共用一个地址，不要太小。',
  },
  phoneRule: {
    label: '手机号',
    help: '下单时收哪些手机号。',
    choices: { china: '只收中国大陆手机号', any: '都可以' },
  },
  graceDays: {
    label: '到期后保留的天数',
    help: '邮箱账号到期后停用，但名字和邮件还留这么多天，续费就恢复；过后删除。0 表示一直留着。',
  },
  remindDays: { label: '到期前几天提醒', help: '到期前这些天各往邮箱里投一封提醒信。' },
  welcomeMail: {
    label: '开通后的问候信',
    help: '买来的邮箱开通后，往里投一封信，写着有效期、怎样登录和续费。',
  },

  // Certificates
  acme: {
    label: '自动申请和续期证书',
    help: '网站和收信主机的证书由签发方免费签发，到期前自己续。要有公网主机名；开之前先同意签发方的条款。',
  },
  acmeTerms: { label: '同意签发方的条款', help: '签发方要求同意它的服务条款才签发，不同意就不会去申请。' },
  acmeContact: { label: '联系邮箱', help: '签发方有事时写信到这里，可以留空。' },
  acmeWay: {
    label: '怎样证明名字是自己的',
    help: '80 端口：签发方从外面访问这台机器。DNS：往域名里写一条记录，要先在域名页记住服务商的密钥。',
    choices: { auto: '先 80 端口，不行再 DNS', http: '只用 80 端口', dns: '只用 DNS' },
  },
  acmeDomainHosts: {
    label: '也给客户域名申请',
    help: '已验证的域名，mta-sts、autoconfig、autodiscover 解析到这里的，各申请一张。',
  },
  acmeDirectory: {
    label: '签发方的目录网址',
    help: "默认是 Let's Encrypt。换成 ZeroSSL 等别家时填它给的 ACME 目录网址。",
  },
  acmeEabKid: {
    label: '签发方账号：编号',
    help: '有的签发方要绑定已有账号（EAB），填它给的编号，没有就留空。',
  },
  acmeEabKey: { label: '签发方账号：密钥', help: '和编号一起给的密钥（HMAC）。' },

  // Ways to pay
  payByCard: { label: '付款卡密', help: '买家可以用付款卡密买邮箱。' },
  payByHand: { label: '人工收款', help: '买家下单后按下面的说明付款，你在订单里确认收款后开通。' },
  payByHandContact: {
    label: '人工收款：联系方式',
    help: '买家付款时有疑问，找谁：微信、电话、邮箱都可以。打开人工收款前要填。',
  },
  payByHandMinutes: {
    label: '人工收款：名字保留的时间',
    help: '你来得及看一次账的时间；过了还没确认，名字放开，后来收到的钱仍可以确认。',
  },
  payByHandText: {
    label: '人工收款：付款说明',
    help: '下单后给买家看：往哪里付、备注写什么、多久能开通。打开人工收款前要填。',
  },
  payByEpay: { label: '开放易支付', help: '买家可以用支付宝、微信等付款；填好下面几项才给买家看。' },
  epayUrl: {
    label: '易支付：接口地址',
    help: '平台给的接口网址，如 https://pay.example.com/ ；关着易支付时也可以先填好。',
  },
  epayPid: { label: '易支付：商户号', help: '平台给的 pid。' },
  epayKey: {
    label: '易支付：商户密钥',
    help: '平台给的 key。加密保存，不再显示；没有设时不接受任何支付通知。',
  },
  epaySign: {
    label: '易支付：签名方式',
    help: '多数平台把密钥直接接在末尾；少数接 &key= 再写密钥。',
    choices: { append: '密钥直接接在末尾', amp: '接 &key= 再写密钥' },
  },
  epayMode: {
    label: '易支付：付款方式',
    help: '跳转到平台的页面付款，或由本站向平台下单后显示二维码。',
    choices: { page: '跳转付款（submit.php）', api: '接口下单（mapi.php）' },
  },
  epayChannels: { label: '易支付：通道', help: '每行一个，通道代号和名字之间空一格。' },
  payByStripe: { label: '开放 Stripe', help: '买家可以用银行卡付款；填好下面两项才给买家看。' },
  stripeKey: { label: 'Stripe：密钥', help: '以 sk_ 或 rk_ 开头。加密保存，不再显示。' },
  stripeWebhookSecret: {
    label: 'Stripe：通知的签名密钥',
    help: '在 Stripe 里把通知地址设为 本站网址/api/pay/stripe/webhook ，把那里给的 whsec_ 填在这里。没有设时不接受任何通知。',
  },
  stripeUrl: { label: 'Stripe：接口地址', help: '一般不用改。' },

  // Receiving and delivery
  freeCreationsPerHour: {
    label: '每小时可直接新建的邮箱数',
    help: '同一个网络地址一小时内超过这个数，再新建就要先做安全验证；0 表示每次都要。',
  },
  smtpPerMinute: {
    label: '每个来源每分钟最多收信数',
    help: '同一个网络地址一分钟内超过这个数，先请对方稍后再发；0 表示不限。',
  },
  smtpMaxMb: { label: '单封来信的大小上限', help: '超过的来信会被拒收，对方会收到说明。对之后的连接有效。' },
  smtpMaxRecipients: {
    label: '单封来信最多几个收件人',
    help: '超过的收件人请对方分次再发。按标准不少于 100。',
  },
  spamThreshold: { label: '垃圾邮件的分数线', help: '评分达到这个数的邮件放进“垃圾邮件”，不会丢弃。' },
  blocklists: {
    label: '要查的黑名单',
    help: '每行一个，是 DNS 黑名单的区域名；检查域名时看这台服务器在不在里面。',
  },
  portProbes: {
    label: '试连 25 端口的域名',
    help: '每行一个。查送达条件时连它们的收信服务器，看这台机器能不能往外送信；留空则不试连。',
  },

  // How long things stay, and limits
  retentionDays: { label: '邮件保留天数', help: '超过天数的邮件自动删除；0 表示一直保留。' },
  trashDays: { label: '回收站保留天数', help: '在回收站里超过天数的邮件彻底删除。' },
  traceDays: { label: '收信记录保留天数', help: '超过天数的收信记录自动删除。' },
  restoreHours: {
    label: '删除的邮箱可恢复的小时数',
    help: '删除邮箱账号后，在这段时间里还能连邮件一起恢复，名字也先留着；0 表示立即删除。',
  },
  temporaryRestDays: {
    label: '临时邮箱的名字隔多少天再用',
    help: '临时邮箱失效或删除后，名字在这些天里不给别人用，免得新主人收到原主人的验证码和密码重置邮件；原主人随时可以要回。0 表示马上可以再用。改了只对之后失效的有效。',
  },
  accountRestDays: {
    label: '邮箱账号的名字隔多少天再用',
    help: '邮箱账号删除后，名字在这些天里不给别人用，原主人随时可以要回。0 表示马上可以再用。改了只对之后删除的有效。',
  },
  keepCardCodes: {
    label: '保留卡密明文',
    help: '打开后新做的卡密加密保存，以后还能再看；关着时只在制作时显示一次。',
  },
  webhookLimit: { label: '每人的通知地址数', help: '每个账号或邮箱最多能设几个来信通知。' },
  visitorQuotaMb: {
    label: '访客邮箱的容量',
    help: '访客自己新建的邮箱最多存多少邮件，满了请对方稍后再发；0 表示不限。改了只对之后新建的有效。',
  },
  clientMbPerMinute: {
    label: '每个来源每分钟最多收多少',
    help: '同一个地址（IPv6 为 /64 网段）一分钟内发来的邮件超过这么多，请对方稍后再发；同一个 /24（IPv6 为 /48）网段合起来最多四倍。0 表示不限。',
  },
  clientMbPerDay: {
    label: '每个来源每天最多收多少',
    help: '和上一项一样，按一天算。0 表示不限。',
  },
  mailboxMbPerMinute: {
    label: '每个邮箱每分钟最多收多少',
    help: '发给同一个邮箱的邮件一分钟内超过这么多，请对方稍后再发。0 表示不限。',
  },
  mailboxMbPerDay: { label: '每个邮箱每天最多收多少', help: '和上一项一样，按一天算。0 表示不限。' },
  diskFloorMb: {
    label: '磁盘至少留多少',
    help: '数据目录的磁盘剩余不到这么多（小磁盘按总容量的 5% 算）时暂停收信和上传，请对方稍后再发；不到两倍时先提醒管理员。0 表示不留。',
  },
  databaseMaxMb: {
    label: 'PostgreSQL 数据库最大多少',
    help: '数据库超过这么大时暂停收信和上传，到九成时先提醒管理员。本机看不到 PostgreSQL 的磁盘，请按它的大小来设；0 表示不限。用 SQLite 时没有作用。',
  },
  uploadLimitMb: { label: '单个文件的大小上限', help: '上传的附件和图片，每个最大多少。' },

  // For other programs
  mailTmApi: {
    label: 'mail.tm 兼容接口',
    help: '给为 mail.tm 写的程序用：把它们的接口地址改成本站的 /mailtm 就能用。新建的邮箱要受“注册”里的限制。',
  },
  mailTmAtRoot: {
    label: 'mail.tm 接口也放在根路径',
    help: '有的程序只能改域名、不能改路径。打开后 /domains、/accounts、/token、/me、/messages、/sources 也能用。',
  },

  // Sending
  heloName: { label: '发信时自称的主机名', help: '对方会核对它和来路是否相符；留空则用邮件主机名。' },
  undoSeconds: { label: '可撤回的秒数', help: '点了发送以后，在这段时间里可以撤回；0 表示立即发出。' },
  maxMessageMb: { label: '一封信的大小上限', help: '连同附件；许多服务器不收超过 25 MB 的信。' },
  retryMinutes: { label: '重试的间隔', help: '暂时没送到时，隔多少分钟再试；最后一个一直用到放弃为止。' },
  queueDays: { label: '最多重试多少天', help: '过了这么多天还送不到，就给发件人一封退信。' },
  delayHours: {
    label: '多久没送到就告诉发件人',
    help: '过了这么多小时还没送到，给发件人一封说明，之后照常重试；0 表示不说。',
  },
  mailboxSendsPerDay: {
    label: '邮箱每天最多发信数',
    help: '邮箱自己登录或用邮件程序发信时的上限，按收件人计；系统账号的上限在系统账号里设。',
  },
  stopBouncePercent: {
    label: '退信多到多少就停发',
    help: '一个账号 24 小时里退信的收件人超过这个比例，就停它的发信，等管理员恢复；0 表示不管。',
  },
  stopBounceLeast: {
    label: '有了多少结果才看退信比例',
    help: '24 小时里有结果的收件人不到这个数，不算退信比例。',
  },
  stopVolumeTimes: {
    label: '比平时多几倍就停发',
    help: '和这个账号前 14 天里发信的日子相比；停发后等管理员恢复；0 表示不管。',
  },
  stopVolumeLeast: { label: '一天发到多少才看倍数', help: '24 小时里的收件人不到这个数，多几倍也不停。' },
  perDestination: { label: '对同一个去处同时发几封', help: '太多容易被对方当成攻击；每个节点各算各的。' },
  perSender: { label: '同一个发件账号同时发几封', help: '一个账号成批发信时，别人的信不用等它发完。' },
  sentDays: { label: '已发送的保留天数', help: '超过天数的已发送邮件自动删除；0 表示一直保留。' },
}

/** Returns the name of a site setting; a setting of another version keeps its own name. */
export const siteSettingLabel = (name: string): string =>
  (siteSettingTexts as Readonly<Record<string, EntryTexts | undefined>>)[name]?.label ?? name
