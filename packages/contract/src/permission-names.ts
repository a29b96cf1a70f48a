/** The names of pages, abilities and limits that people read. */
import { type Ability, type Limit, type Page, pages } from './permission.ts'

export const pageNames: Readonly<Record<Page, string>> = {
  inbox: '收件箱',
  sent: '已发送',
  contentFilter: '过滤规则',
  emailAccount: '邮箱账号',
  sysAccount: '系统账号',
  domain: '域名',
  dashboard: '总览',
  card: '卡密与订单',
  interface: '接口',
  setting: '设置',
  version: '版本',
}

/** All pages with their names, for use in a description. */
export const pageWords = pages.map(page => `${page} ${pageNames[page]}`).join('，')

export const abilityNames: Readonly<Record<Ability, string>> = {
  send: '发信',
  upload: '上传文件',
  createDomain: '添加域名',
  createCard: '制作卡密',
  useApi: '使用接口密钥',
}

export const limitNames: Readonly<Record<Limit, string>> = {
  domains: '域名数',
  mailboxes: '邮箱数',
  storageMb: '存储（MB）',
  sendsPerDay: '每天发信数',
  apiPerMinute: '每分钟接口调用数',
}
