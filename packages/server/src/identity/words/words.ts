/** The Chinese words of this room. */
import {
  type Ability,
  abilityNames,
  type Page,
  pageNames,
  type SysRole,
  type SysStatus,
} from '@yanshu/contract'
import { changedWords, type FieldWords } from '../../ledger/audit/changed-words.ts'
import type { FactWords } from '../../ledger/fact/fact.ts'
import type { AccountChanges } from './facts.ts'

const roles: Readonly<Record<SysRole, string>> = { admin: '管理员', user: '用户' }
const statuses: Readonly<Record<SysStatus, string>> = { active: '正常', stopped: '停用' }

const accountFields: FieldWords<AccountChanges> = {
  username: name => `用户名：${name}`,
  role: role => `角色：${roles[role]}`,
  status: status => `状态：${statuses[status]}`,
  note: '备注',
  pages: '页面',
  can: '能做的事',
  limits: '上限',
  resetPassword: '重置密码',
  resetTwoFactor: '关闭两步验证',
  endSessions: '结束全部登录',
}

type OwnFacts =
  | 'accountMade'
  | 'accountChanged'
  | 'accountRemoved'
  | 'apiKeyRenewed'
  | 'actingBegan'
  | 'actingEnded'

export const identityFactWords: FactWords<OwnFacts> = {
  accountMade: ({ role }) => `角色：${roles[role]}`,
  accountChanged: changes => changedWords(changes, accountFields),
  accountRemoved: ({ owned, mailboxes, domains }) =>
    owned === 'refuse'
      ? '名下没有东西'
      : `${owned === 'toMe' ? '转给自己' : '一并删除'}：${mailboxes} 个邮箱，${domains} 个域名`,
  apiKeyRenewed: ({ prefix }) => `换新的 API 密钥 ${prefix}…`,
  actingBegan: () => '代为登录',
  actingEnded: () => '代为登录结束',
}

const askThem = (contact: string): string => (contact === '' ? '请联系管理员' : `有疑问可以写信到 ${contact}`)

export const identityWords = {
  /** The actor of what the program noticed by itself. */
  bySystem: '系统',

  usernameTaken: '用户名已被使用',
  strangersOnDomains: (mailboxes: number) => `它的域名上还有别人的 ${mailboxes} 个邮箱，请改为转给自己`,
  ownsThings: (owned: { mailboxes: number; domains: number }) =>
    `名下还有 ${owned.mailboxes} 个邮箱和 ${owned.domains} 个域名，请先选择如何处理`,

  tooManyTries: (seconds: number) =>
    `尝试次数太多，请 ${seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`}后再试`,
  wrongPassword: '当前密码不对',
  wrongCode: '验证码不对',

  accountStopped: (contact: string) => `这个账号已被停用，${askThem(contact)}`,
  mailboxStopped: (contact: string) => `这个邮箱已被停用，${askThem(contact)}`,
  mailboxExpired: (contact: string) =>
    `这个邮箱已经到期，不能再打开${contact === '' ? '' : `；有疑问可以写信到 ${contact}`}`,

  pageNotOpen: (pages: readonly Page[]) =>
    `没有开通${pages.map(page => `“${pageNames[page]}”`).join('、')}页，请联系管理员`,
  abilityMissing: (ability: Ability) => `没有开通“${abilityNames[ability]}”，请联系管理员`,
  notByKey: '这一步要登录后才能做，接口密钥不行',

  actsForUsersOnly: '不能以另一位管理员的身份登录',
  userStopped: '这个账号已停用，先恢复它',
  handsOff: '代为登录时不能改对方的密码、密钥和登录',
  onlyLooks: '查看别人的邮箱时只能看，不能做别的；先离开',
  lettersOff: '代为登录时看不到对方的信，也不能收发和转走。要看，在“邮箱账号”里查看那个邮箱',
} as const
