/** The Chinese words of this room. */
import { changedWords, type FieldWords } from '../../ledger/audit/changed-words.ts'
import type { FactWords } from '../../ledger/fact/fact.ts'
import { outsideWords } from '../../outside/words.ts'
import type { InboundFacts, RuleChanges } from './facts.ts'

const ruleParts: FieldWords<RuleChanges> = {
  name: name => `名称：${name}`,
  enabled: enabled => (enabled ? '启用' : '停用'),
  match: '改条件怎么合',
  conditions: '改条件',
  actions: '改动作',
  scope: '改范围',
  position: '改先后',
}

export const inboundFactWords: FactWords<keyof InboundFacts> = {
  ruleChanged: changes => changedWords(changes, ruleParts),
  hookAnswered: ({ text }) => text,
  hookNotReached: ({ reason }) => outsideWords.reasons[reason],
  hookRedirects: () => '对方要求跳转，请填写最终的地址',
  hookSecretLost: () => '签名密钥已失效，请重新生成',
  hookStopped: () => '通知已停用',
  hookGivenUp: () => '对方太慢或一直不通，已放弃',
}

/** The outcome of an attempt to deliver to us; the keys are the closed list of reasons. */
const traceReasons = {
  delivered: '已送达收件箱',
  spam: '疑似垃圾邮件，放进了垃圾邮件',
  filterMoved: '按过滤规则处理',
  filterDiscarded: '按过滤规则丢弃',
  filterRefused: '按过滤规则拒收',
  unknownMailbox: '没有这个邮箱',
  resting: '这个名字原来有人用，还不能由别人收信',
  notOurs: '不是本站的域名',
  paused: '邮箱已暂停收信',
  ended: '邮箱已失效或停用',
  overQuota: '邮箱容量已满',
  tooFast: '对方发得太快',
  tooMuch: '一段时间里来信太多',
  blocked: '发件方在本站的拦截名单上',
  tooManyConnections: '对方同时连接太多',
  tooManyRecipients: '收件人太多',
  tooBig: '邮件太大',
  badMessage: '邮件格式不合规范',
  loop: '邮件在循环转发',
  busy: '服务器暂时不能收信',
  interrupted: '对方中途断开',
  damaged: '邮件内容在服务器上损坏，没能送达',
} as const

/** The parts of a notice to a chat robot or a push service. */
const noticeLabels = {
  matter: '事项',
  explanation: '说明',
  code: '验证码',
  subject: '主题',
  sender: '发件人',
  mailbox: '收件邮箱',
  link: '链接',
  text: '正文',
} as const
export type NoticeLabel = keyof typeof noticeLabels

/** The letter that shows that mail comes in. */
const testMail = (code: string) => ({
  subject: '测试邮件：你的验证码',
  text: `这是一封测试邮件。\n\n你的验证码是 ${code}，10 分钟内有效。\n\n看到它，说明收信一切正常。\n`,
  html: `<p>这是一封测试邮件。</p><p>你的验证码是 <strong style="font-size:24px;letter-spacing:4px">${code}</strong>，10 分钟内有效。</p><p>看到它，说明收信一切正常。</p>`,
})

export const inboundWords = {
  traceReasons,
  badAddress: '地址格式不对',
  noSubject: '（无主题）',
  /** The subject of a message that could not be read. */
  unreadable: '（这封邮件无法解析，可以查看原文）',

  // Handing in a message through the API.
  forbiddenOctets: '邮件里有不允许的字符',
  noRecipient: '没有收件人',
  notTaken: '没有收下',

  // The test mail.
  testMail,
  tooManyTestMails: '测试邮件发得太多，请稍后再试',
  portSilent: '收信端口没有回应，请稍后再试',
  refusedPaused: '这个邮箱暂停收信了，恢复后才收得到',
  refusedFull: '这个邮箱满了，删掉一些邮件再试',
  refusedGone: '这个邮箱不在了',
  refusedEnded: '这个邮箱已停用或已到期，不再收信',
  refusedOtherwise: '测试邮件现在收不下，原因见收信记录',

  // Waiting for mail.
  noSuchMailbox: '没有这个邮箱',
  badCursor: '这个 cursor 不对，请用上一次回答里的',
  nothingToSearch: '这里没有能搜的字',
  tooManyWaiting: (most: number) => `同时等待的请求最多 ${most} 个，请稍后再试`,

  // Filters: conditions.
  fillIn: '请填写',
  sizeExpected: '要填大小，例如 500KB、20MB',
  numberExpected: '要填数字，例如 5',
  flagExpected: '只能是 true 或 false',
  noSuchResult: '没有这样的结果',
  headerNotWanted: '只有信头条件才有信头名',
  headerMissing: '请填写信头名',
  headerBad: '信头名不对',
  operatorUnfit: '这个条件不能这样比较',
  patternTooComplex: '这个正则太复杂，请简化',
  patternLooksAround: '正则里不能用断言和反向引用',
  patternBad: '正则写得不对',

  // Filters: actions.
  refusalTooLong: (most: number) => `最多 ${most} 个字符`,
  refusalNotAscii: '答复只能用英文、数字和标点',
  folderMissing: '请填写文件夹',
  badFolder: '文件夹的名字不对：每层最多 60 个字，最多套 10 层，不能叫收件箱等自带的英文名',
  labelMissing: '请填写标签',
  labelOddCharacters: '标签里有不能用的字符',
  labelTooLong: (most: number) => `标签最多 ${most} 个字`,
  forwardMissing: '请填写转发到的地址',
  forwardNotAllowed: '没有开通发信，不能转发',
  webhookMissing: '请选择通知地址',
  noSuchWebhook: '没有这个通知地址',
  valueNotWanted: '这个动作不带内容',

  // Filters: scope and number.
  chooseDomain: '请选择域名',
  chooseMailbox: '请选择邮箱',
  everyoneByAdmin: '只有管理员能管别人的邮箱',
  everyoneOfOneMailbox: '指定了一个邮箱的规则，不能再管别人的邮箱',
  everyoneLeadsElsewhere: '连别人的邮箱也管的规则，不能转发和通知',
  tooManyRules: (most: number) => `最多 ${most} 条规则，已经用完`,

  // Webhooks.
  chatIdMissing: '请填写 Telegram 的会话编号',
  tooManyHooks: (most: number) => `最多 ${most} 个通知地址，已经用完`,
  stillBeingSent: '这条还在送，不用再送',
  enableHookFirst: '通知已停用，先启用再送',
  toldMailGone: '这封邮件已经不在了，不能再送',

  // The texts of webhooks.
  noticeLine: (label: NoticeLabel, value: string) => `${noticeLabels[label]}：${value}`,
  /** Robots are set to this as their keyword, so every message begins with it or has it in its headline. */
  newMail: '新邮件',
  shopHeadline: '商店（新邮件通知）',
  siteHeadline: '本站（新邮件通知）',
  titleWithSubject: (headline: string, subject: string) => `${headline}：${subject}`,
  titleWithCode: (headline: string, code: string) => `${headline}，验证码 ${code}`,
  shop: '商店',
  product: '雁书',
  testNoticeSubject: '测试通知',
  testNoticeText: '收到这条消息，说明通知已经设置好了。',

  // Push.
  pushKeyBad: '公钥不对',
  pushNotOn: '还没有开启推送',
  pushRefused: '推送服务没有收下，请关闭后重新开启',
  pushTest: '这是一条测试推送',
  codeTitle: (code: string) => `验证码 ${code}`,
} as const
