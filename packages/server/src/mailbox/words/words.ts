/** The Chinese words of this room. */
import type { Folder, LifetimeChange, LookReason, MailboxStatus } from '@yanshu/contract'
import { changedWords, type FieldWords } from '../../ledger/audit/changed-words.ts'
import type { FactWords } from '../../ledger/fact/fact.ts'
import type { MailboxChanges, MailboxFacts } from './facts.ts'

/** The day in UTC; after it the time has come in every zone. */
function dayWords(at: number): string {
  const date = new Date(at)
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`
}

/** The zone is said: whoever reads the log may live in another one than whoever made the change. */
const momentWords = (time: string): string => beijing(Date.parse(time))

const folderNames: Readonly<Record<Folder | 'starred' | 'own', string>> = {
  inbox: '收件箱',
  archive: '归档',
  spam: '垃圾邮件',
  trash: '回收站',
  starred: '加星',
  own: '自己建的文件夹',
}

const lookReasons: Readonly<Record<LookReason, string>> = {
  help: '请管理员帮忙找信',
  delivery: '查送达问题',
  abuse: '查投诉或滥用',
  law: '依法配合',
}

/** Why an admin looked; empty where no reason was asked for. */
const lookReason = (reason: LookReason | '' | null, words: string): string =>
  [reason ? lookReasons[reason] : '', words === '' ? '' : `“${words}”`].filter(Boolean).join('，')

const beijing = (at: number): string =>
  `${new Intl.DateTimeFormat('zh-CN', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  }).format(at)}（北京时间）`

type LookTold = {
  address: string
  by: string
  reason: LookReason | ''
  words: string
  beganAt: number
  endedAt: number
  mails: number
  codes: number
}

/** The holder of a mailbox is told this after an admin looked at it. */
const lookLetter = (look: LookTold) => ({
  subject: '管理员查看过你的邮箱',
  text: [
    `管理员 ${look.by} 查看过 ${look.address}。`,
    '',
    `从 ${beijing(look.beganAt)}`,
    `到 ${beijing(look.endedAt)}`,
    `理由：${lookReason(look.reason, look.words) || '没有写'}`,
    `看了 ${look.mails} 封信，揭开了 ${look.codes} 封里盖住的验证码和链接。`,
    '',
    '查看时只能看：不会把信变成已读，不能发信、移动、删除和下载。',
    '一步步看了什么，登录后在“设置”的“账号与安全”里看得到。',
    '',
  ].join('\n'),
})

const namedMail = ({ receivedAt, domain }: { receivedAt: string; domain: string }): string =>
  `${momentWords(receivedAt)}到的，来自 ${domain || '不明地址'}`

const lookEnds = { left: '离开', time: '时间到了', cut: '提前结束' } as const

const statusNames: Readonly<Record<MailboxStatus, string>> = {
  active: '正常',
  paused: '暂停收信',
  stopped: '停用',
}

function lifetimeWords({ minutes, afterMails, afterCode }: LifetimeChange): string {
  const ends = [
    minutes !== undefined && (minutes === 0 ? '长期' : `${minutes} 分钟`),
    afterMails !== undefined && (afterMails === null ? '封数不限' : `再收 ${afterMails} 封后失效`),
    afterCode !== undefined && (afterCode ? '收到验证码后失效' : '收到验证码后不失效'),
  ]
  return ends.filter(Boolean).join('，') || '不变'
}

const mailboxFields: FieldWords<MailboxChanges> = {
  quotaMb: quota => `空间：${quota === null ? '不限' : `${quota} MB`}`,
  expiresAt: end => `到期：${end === null ? '长期' : momentWords(end)}`,
  status: status => `状态：${statusNames[status]}`,
  maySend: may => `发信：${may ? '允许' : '不允许'}`,
  owner: name => `归属：${name ?? '无'}`,
  lifetime: lifetime => `时长：${lifetimeWords(lifetime)}`,
  password: '重置密码',
  resetPassword: '重置密码',
  toAccount: '转为邮箱账号',
  note: '改备注',
}

export const mailboxFactWords: FactWords<keyof MailboxFacts> = {
  lookBegan: ({ owner, minutes, reason, words }) =>
    `${owner === null ? '没有归属' : `${owner} 的`}，${minutes} 分钟。理由：${lookReason(reason, words) || '没有写'}`,
  lookListed: ({ folder, searched }) =>
    searched ? `在${folderNames[folder]}里搜过` : `看了${folderNames[folder]}的列表`,
  lookRead: mail => `看了一封，${namedMail(mail)}`,
  lookUncovered: mail => `揭开了验证码和链接，${namedMail(mail)}`,
  lookTraced: () => '看了收信记录',
  lookEnded: ({ how, minutesLeft, mails, codes }) =>
    [lookEnds[how], how === 'time' ? '' : `还剩 ${minutesLeft} 分钟`, `看了 ${mails} 封，揭开 ${codes} 封`]
      .filter(Boolean)
      .join('，'),
  lookTold: () => '写信告诉了对方',
  lookNotTold: () => '没能写信告诉对方，对方在设置里看得到',
  nameReleased: ({ until }) => `原定 ${dayWords(until)} 之后放开`,
  mailboxesChanged: changes => changedWords(changes, mailboxFields),
  mailboxesMade: ({ domain }) => `@${domain}`,
  someMailboxes: ({ count }) => `${count} 个邮箱`,
  importedFromFile: () => '从文件导入',
}

export const mailboxWords = {
  // Looking at a mailbox of somebody else.
  lookAtOwn: '这是你自己的邮箱，在收件箱里看',
  lookForbidden: '本站的设置不让管理员查看别人的邮箱',
  takingForbidden: '本站的设置不让管理员看别人的信，收过信的邮箱不能转给管理员',
  lookReasonMissing: '请选一个理由',
  lookWordsMissing: '请写一句日后看得懂的',
  lookReason,
  lookLetter,

  // Names and domains.
  nameTaken: '这个地址已经有人用了',
  nameRests: (until: number) => `这个名字不久前有人用过，要到 ${dayWords(until)} 之后才能再用`,
  nameReserved: '这个名字不能使用',
  nameTooShort: (least: number) => `名字至少 ${least} 位`,
  nameMissing: '请填写名字',
  nameTwice: '名单里有重复',
  nameDoesNotRest: '这个名字没有留着，不用放开',
  namesOrNumber: '填名字，或填随机个数',
  wrongName: '名字不对',
  noAddress: '不是完整的邮箱地址',
  domainClosed: '这个域名没有开放',
  networkBlocked: '你所在的网络不能新建邮箱，请联系管理员',

  // How many there may be, and for how long.
  limitUsedUp: (limit: number) => `最多 ${limit} 个邮箱，已经用完`,
  limitReached: '邮箱数已经到上限',
  othersMissing: (count: number) => `另外 ${count} 个`,
  lifetimeNotOffered: '请从提供的时长里选',
  accountHasNoLifetime: '邮箱账号没有时长',
  cardHasLifetime: '时长由卡密决定',
  cardNeedsPassword: '用卡密开邮箱要设密码',
  endsInPast: '要晚于现在',
  noSuchZone: '没有这个时区',

  // The rules for changes, by field.
  ownerByAdmin: '只有管理员能改归属',
  stopByAdmin: '只有管理员能停用',
  passwordInSettings: '请在设置里用现在的密码修改',
  noteByOwner: '备注由管理这个邮箱的账号来写',
  pauseByOwner: '暂停和恢复收信由管理这个邮箱的账号决定',
  deleteByOwner: '这个邮箱由管理它的账号来删除',
  stoppedStays: '管理员停用的邮箱不能删除',
  onOwnDomainsOnly: '只能改自己域名上的',
  sendingNotYours: '你的账号没有开通发信',
  noSuchAccount: '没有这个账号',
  stopped: '这个邮箱已被停用',
  tooManyAppPasswords: (most: number) => `最多 ${most} 个应用密码，先停用不用的`,
  notOpenNow: '这个邮箱已停用或到期，现在打不开',
  someStopped: '其中有被停用的邮箱，只有管理员能改',
  alreadyAccount: '已经是邮箱账号',
  passwordFirst: '变成邮箱账号要先设密码',
  checkedAtOnce: (most: number) => `一次最多检查 ${most} 行`,
  idsOrFilter: '给出编号，或给出筛选条件',
  nothingToChange: '没有要改的内容',

  // One's own mailbox.
  wrongPassword: '当前密码不对',
  typeName: (name: string) => `请输入“${name}”`,
  profileName: (siteName: string, address: string) => `${siteName}：${address}`,
  profileText: (address: string) => `在这台设备上收发 ${address} 的邮件。安装时输入邮箱的密码。`,

  // Folders.
  badFolderName: '名字里不能有 / 和看不见的字符，也不能和邮件程序自带的文件夹同名',
  folderTaken: '这里已经有同名的文件夹',
  tooManyFolders: (most: number) => `一个邮箱最多 ${most} 个文件夹`,
  tooDeepFolder: (most: number) => `文件夹最多套 ${most} 层`,

  // Mails.
  messageBroken: '这封邮件的内容已经损坏',
  badCursor: '游标不对',
  imageNotFetched: '图片没有取到',

  /** The faults of a cell in an import. */
  cellFaults: {
    quota: (most: number) => `要填 0 到 ${most} 的整数，或留空`,
    end: '要写成 2027-01-31 或 2027-01-31 18:00',
    noSuchDay: '没有这一天',
    yesOrNo: '要填“是”或“否”',
    status: '要填正常、暂停或停用',
    note: '备注不对',
    password: '密码不对',
  },

  /** The words that a cell of an import may hold. */
  cellsRead: {
    yes: ['是', '能'],
    no: ['否', '不能'],
    active: ['正常'],
    paused: ['暂停', '已暂停'],
    stopped: ['停用', '已停用'],
    unlimited: '不限',
    lasting: '长期',
    moment: /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2}))?$/,
  },

  /** The headings of an export, which an import reads again. */
  exportHeads: [
    '地址',
    '密码',
    '空间MB',
    '到期',
    '状态',
    '发信',
    '归属',
    '备注',
    '类型',
    '已用字节',
    '收信数',
    '新建时间',
    '最近登录',
  ],
  exportCells: {
    yesOrNo: (yes: boolean) => (yes ? '是' : '否'),
    status: { active: '正常', paused: '暂停', stopped: '停用' },
    kind: { account: '邮箱账号', temporary: '临时邮箱' },
  },
} as const
