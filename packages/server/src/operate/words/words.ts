/** The Chinese words of this room. */
import { complaintStateNames } from '@yanshu/contract'
import type { FactWords } from '../../ledger/fact/fact.ts'
import { siteSettingLabel } from '../../ledger/words/settings.ts'
import type { StorageRoom } from './facts.ts'

type OwnFacts =
  | 'siteSettings'
  | 'settingsChanged'
  | 'blockList'
  | 'someBlocks'
  | 'complaintHandled'
  | 'siteLogo'
  | 'logoSet'
  | 'logoRemoved'
  | 'storageRoom'

const storageHeadlines: Readonly<Record<StorageRoom['state'], string>> = {
  plenty: '空间够用了',
  low: '空间不多了',
  full: '空间不足，已暂停收信和上传',
}

const storageRoom = ({ freeMb, databaseMb }: StorageRoom): string =>
  [freeMb === null ? '' : `磁盘还剩 ${freeMb} MB`, databaseMb === null ? '' : `数据库已有 ${databaseMb} MB`]
    .filter(text => text !== '')
    .join('，')

export const operateFactWords: FactWords<OwnFacts> = {
  siteSettings: () => '站点设置',
  settingsChanged: ({ names }) => names.map(siteSettingLabel).join('，'),
  blockList: () => '拦截名单',
  someBlocks: ({ patterns, total }) =>
    total > patterns.length ? `${patterns.join(', ')} 等 ${total} 个` : patterns.join(', '),
  complaintHandled: ({ state, stopMailbox, note }) =>
    [state && complaintStateNames[state], stopMailbox && '停用邮箱', note && '写说明']
      .filter(Boolean)
      .join('，'),
  siteLogo: () => '站点图标',
  logoSet: () => '换了图标',
  logoRemoved: () => '恢复默认',
  storageRoom: room => `${storageHeadlines[room.state]}，${storageRoom(room)}`,
}

const gigabytes = (bytes: number): string => `${(bytes / 1_073_741_824).toFixed(1)} GB`
const roomLeft = (free: number, total: number): string => `剩 ${gigabytes(free)}，共 ${gigabytes(total)}`

export const operateWords = {
  block: {
    wrongPattern: (pattern: string, why: string) => `“${pattern}”：${why}`,
    tooMany: (most: number) => `拦截名单最多 ${most} 条`,
  },

  complaint: {
    notOffered: '本站没有开放在线举报',
    wrongAddress: '邮箱地址不对',
    notOurs: '这个地址不在本站的域名上，请向它所在的邮箱服务举报',
    mailboxGone: '这个邮箱已经不在了',
    mailboxCameLater: '收到举报时还没有这个邮箱，现在的是后来新建的，不能凭这条举报停用',
    mailboxReplaced: '被举报的邮箱已经删除，现在的是后来用同一地址新建的，不能凭这条举报停用',
  },

  storage: {
    headlines: storageHeadlines,
    explained: (room: StorageRoom): string => `${room.host}：${storageRoom(room)}`,
  },

  noSuchZone: '没有这个时区',

  doctor: {
    /** The place on the pages, in a finding that is told in English. */
    relayPage: '发信 → 中继',
    guidePage: '总览',
  },

  picture: {
    tooLarge: (mostBytes: number) => `图片太大，最多 ${mostBytes / 1024} KB`,
    wrongKind: '只能用 PNG、JPEG、WebP 或 GIF 图片',
    incomplete: '图片不完整',
    tooManyPixels: (most: number) => `图片的尺寸太大，最多 ${most / 10_000} 万像素`,
  },

  setting: {
    unknown: '没有这个设置',
    wrong: '填得不对',
    needed: (what: string) => `要打开${what}，先填这一项`,
    fixed: (variable: string) => `由环境变量 ${variable} 定下，要改就改它，再重启`,
    publicUrlMissing:
      '先设公网地址（站点设置，或环境变量 YANSHU_PUBLIC_URL）：没有它，平台的付款通知送不到，买家付完也回不来',
  },

  /** A group of settings at a glance. */
  groupState: {
    changed: (settings: number) => (settings === 0 ? '默认' : `改过 ${settings} 项`),
    open: (isOpen: boolean) => (isOpen ? '开着' : '关着'),
    storeEmpty: '开着，还没有套餐',
    registration: (accounts: boolean, temporary: boolean) =>
      accounts ? (temporary ? '都开着' : '只收邮箱账号') : temporary ? '只收临时邮箱' : '都关着',
    payment: (ready: number, missing: number) =>
      missing === 0 ? (ready === 0 ? '都没有启用' : `${ready} 种可用`) : `${ready} 种可用，${missing} 种缺`,
    mailOfAtMost: (mb: number) => `每封 ${mb} MB`,
    kept: (days: number) => (days === 0 ? '一直保留' : `留 ${days} 天`),
    openOf: (count: number) => (count === 0 ? '都关着' : `开着 ${count} 项`),
  },

  health: {
    database: '数据库',
    unreachable: '连不上',
    answeredIn: (ms: number) => `${ms} 毫秒应答`,
    disk: '磁盘',
    roomLeft,
    hardlyRoomLeft: (free: number, total: number) => `${roomLeft(free, total)}，快满了，满了就不能收信`,
    roomUnknown: '看不到数据目录的剩余空间',
    inbound: '收信',
    nothingWaits: (port: number) => `端口 ${port}，没有积压`,
    mailsWait: (port: number, mails: number) => `端口 ${port}，${mails.toLocaleString('zh-CN')} 封正在入箱`,
  },
} as const
