/** The Chinese words of this room. */
import type { FactWords } from '../../ledger/fact/fact.ts'
import type { FailureClass } from '../../mail/dsn/failure.ts'
import type { OutboundFacts, QueueReason, StopCause, StopReason } from './facts.ts'

const theirServer = '对方服务器'
const relayServer = '中继服务器'

const queueReasons: Readonly<Record<QueueReason, string>> = {
  none: '',
  expired: '多次尝试都没有送达，已经放弃',
  suppressed: '这个地址退过信，在停发名单里',
  senderStopped: '发件账号或邮箱已停用',
  senderGone: '发件邮箱已经删除',
  senderExpired: '发件邮箱已经到期',
  sendingStopped: '发信异常，系统停住了这个账号的发信',
  keyMissing: '域名的签名密钥暂时取不到',
  contentGone: '邮件内容已经丢失',
  resting: '对方服务器暂时连不上，稍后再试',
  internal: '服务器内部出错，稍后再试',
  localRefused: '对方邮箱没有收下',
  reportedBack: '对方服务器后来退了信',
  accepted: '对方服务器已收下',
  noSuchDomain: '没有这个域名',
  dnsTrouble: '域名查询没有结果，稍后再试',
  nullMx: '这个域名不收邮件',
  noMailServer: '这个域名没有收信服务器',
  unusableMx: '这个域名的收信服务器不可用',
  loop: '收信服务器指回了本站',
  unreachable: '连不上对方服务器',
  cut: '对方服务器中途断开',
  timeout: '对方服务器没有及时回应',
  badAnswer: '对方服务器的答复看不懂',
  tlsFailed: '加密连接没有建立',
  tlsRequired: '对方要求加密，但加密不可用',
  relayAuth: '中继服务器没有接受登录',
  aborted: '中途停下',
  bannerRefused: '对方服务器拒绝连接',
  helloRefused: '对方服务器不接受我们的主机名',
  senderRefused: '对方服务器不接受发件人',
  recipientRefused: '对方服务器不接受收件人',
  dataRefused: '对方服务器不接受邮件',
  messageRefused: '对方服务器不接受邮件内容',
  unknownAfterDot: '发完后没等到答复，会再发一次',
  tooLarge: '邮件超过对方的大小限制',
  needsSmtpUtf8: '对方服务器不支持国际化地址',
  needs8Bit: '对方服务器不支持八位编码',
  badAddress: '收件地址不能用',
}

/** The reasons that the other side gives. */
const failures: Readonly<Record<FailureClass, string>> = {
  mailboxUnknown: '没有这个邮箱，请核对地址',
  mailboxDisabled: '这个邮箱已经停用',
  mailboxPaused: '这个邮箱暂时不收信',
  mailboxFull: '对方邮箱满了',
  domainUnknown: '没有这个域名，或它不收邮件',
  policy: '对方的规定不许收这封信',
  reputation: '对方不信任发信的服务器，把它挡住了',
  content: '对方认为内容是垃圾邮件或不安全',
  size: '这封信对对方来说太大',
  authentication: '对方没能确认发件人的身份',
  unreachable: '对方的服务器连不上或出了故障',
  rate: '来信太快、太多，或是初次来信，对方一时不收',
  loop: '这封信在服务器之间兜圈子',
  expired: '试了很久都没有送达',
  other: '对方没有说清原因',
}

const stopReasons: Readonly<Record<StopReason, string>> = {
  bounces: '退信太多',
  volume: '发信量突然变大',
}

const stopFigures = (cause: StopCause): string =>
  cause.reason === 'bounces'
    ? `24 小时里 ${cause.ended} 个收件人有结果，其中 ${cause.failed} 个退信`
    : `24 小时里发给 ${cause.sent} 个收件人，平时一天 ${cause.usual} 个`

export const outboundFactWords: FactWords<keyof OutboundFacts> = {
  serverSaid: ({ text }) => text,
  addressDead: ({ failure, text }) => `${failures[failure]}；对方的原话：“${text}”`,
  deliveryFailed: ({ reason }) => queueReasons[reason],
  stopCause: stopFigures,
  senderStopped: cause => `${stopReasons[cause.reason]}：${stopFigures(cause)}`,
  queueTo: ({ domain }) => (domain === '' ? '发信队列' : `去往 ${domain} 的信`),
  queuePaused: ({ paused }) => (paused ? '停住' : '继续'),
  queuedRecipients: ({ count }) => `${count} 个收件人`,
  relayOf: ({ domain }) => (domain === '' ? '站点的中继' : `${domain} 的中继`),
  relaySet: ({ host, port }) => `${host}:${port}`,
}

export const outboundWords = {
  // Reasons why a mail waits or failed.
  queueReasons,
  failures,
  relayServer,
  /** Turns a sentence about the recipient's server into one about a relay. */
  aboutRelay: (sentence: string) => sentence.replace(theirServer, relayServer),
  withCause: (sentence: string, cause: string) => `${sentence}：${cause}`,
  inBrackets: (sentence: string, further: string) => `${sentence}（${further}）`,

  // Stops.
  stopReasons,
  /** Tells an operator where to lift the stop. */
  stoppedForOperator: (reason: string) =>
    `${reason}，这里的发信已被系统停住；排队的信会等着，可以在“已发送”的“队列”里恢复`,
  /** Tells the sender to ask an admin. */
  stoppedForSender: (reason: string) => `${reason}，发信已被系统停住；排队的信会等着，请联系管理员恢复`,

  // Addresses, times and limits of a mail.
  badAddress: '地址格式不对',
  noRecipient: '请填写收件人',
  tooManyRecipients: (most: number) => `一封信最多 ${most} 个收件人`,
  notYourSender: '不能用这个地址发信',
  senderDomainLost: '这个地址的域名所有权已失效，重新验证后才能发信',
  sendsInPast: '发送时间要晚于现在',
  sendsTooLate: '发送时间最多在一年以内',
  mailTooLarge: (mostMb: number) => `这封信太大，连同附件最多 ${mostMb} MB`,
  dayLimitReached: (most: number) => `今天的发信数到上限了，每天最多 ${most} 个收件人`,

  // Composing and sent mail.
  answeredMailGone: '要回复的邮件已经不在了',
  fileGone: '有附件已经不在了，请重新上传',
  fileBroken: (name: string) => `附件“${name}”已经损坏，请重新上传`,
  alreadySent: '这封信已经发出了',
  draftGone: '这份草稿已经发出或删除了',
  draftChanged: '这份草稿在别处改过了，请刷新后再改',
  versionMissing: '改草稿要带上版本',
  tooManyDrafts: (most: number) => `草稿最多 ${most} 份，请先删掉一些`,
  badCursor: '游标不对',
  tooLateToCancel: '已经发出，来不及撤回了',
  cancelFirst: '还有收件人没有结果，请先取消发送',

  // Answers to invitations.
  answerSubjects: {
    accepted: (what: string) => `已接受：${what}`,
    tentative: (what: string) => `待定：${what}`,
    declined: (what: string) => `已谢绝：${what}`,
  },
  answerSentences: {
    accepted: (who: string, what: string) => `${who} 接受了邀请“${what}”。`,
    tentative: (who: string, what: string) => `${who} 收到了邀请“${what}”，能不能参加还没有定。`,
    declined: (who: string, what: string) => `${who} 谢绝了邀请“${what}”。`,
  },
  untitledEvent: '没有标题的日程',
  whyNoAnswer: {
    notAsked: '这个附件不是可以答复的邀请',
    noOrganizer: '发起人没有可以写信的地址',
    notInvited: '邀请的人里没有这个邮箱',
    own: '这是这个邮箱自己发起的日程',
  },

  // Files.
  noStorage: '服务器空间不足，暂时不能上传，请稍后再试',
  tooManyFiles: '上传的文件太多，请先删掉一些草稿',
  tooManyComing: '正在上传的文件太多，请等前面的传完再传',
  fileTooLarge: (mostMb: number) => `文件太大，最多 ${mostMb} MB`,
  fileIncomplete: '上传的内容不完整',
  fileEmpty: '文件是空的',

  // Automatic mail of a mailbox.
  notToItself: '不能转发给自己',
  replyTextMissing: '请写下要回复的话',
  endsBeforeStart: '结束要晚于开始',
  replySubject: (subject: string) => `自动回复：${subject}`,

  relayReached: '连上了，可以不登录就用',
  relayLoggedIn: '连上了，登录成功',
  relayNeedsTls: '要登录的中继必须加密，否则密码会被看到',
  /** The sender of reports about mail that did not arrive. */
  mailSystem: '邮件系统',
} as const
