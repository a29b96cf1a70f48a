/** Every setting of the site that can be changed while it runs. */
import type { SettingsTable, ValuesOf } from './setting-entry.ts'

export const siteTable = {
  siteName: {
    group: '站点',
    kind: 'text',
    label: '站点名称',
    help: '显示在页面左上角和浏览器标题里。',
    default: '雁书',
    maxLength: 30,
  },
  homeText: {
    group: '站点',
    kind: 'text',
    label: '首页的一句话',
    help: '首页最上面的大字。',
    default: '打开就有邮箱，信到即见。',
    maxLength: 60,
  },
  notice: {
    group: '站点',
    kind: 'text',
    label: '公告',
    help: '显示在首页右上角；留空则不显示。',
    default: '',
    maxLength: 200,
  },
  legal: {
    group: '站点',
    kind: 'longText',
    label: '使用条款',
    help: '首页底部“使用条款”里的内容；留空则没有这个链接。',
    default: '',
    maxLength: 20_000,
  },
  complaint: {
    group: '站点',
    kind: 'text',
    label: '投诉邮箱',
    help: '首页底部“举报滥用”写到这个地址；留空则没有这个链接。',
    default: '',
    maxLength: 254,
  },

  registration: {
    group: '注册',
    kind: 'switch',
    label: '开放注册邮箱账号',
    help: '访客可以在开放的域名上注册带密码的邮箱。',
    default: true,
  },
  temporary: {
    group: '注册',
    kind: 'switch',
    label: '开放临时邮箱',
    help: '访客可以一键新建临时邮箱。',
    default: true,
  },
  lifetimes: {
    group: '注册',
    kind: 'numberList',
    label: '可选的有效时长',
    help: '临时邮箱可选的时长，单位分钟；0 表示一直保留到手动删除。',
    default: [10, 60, 1440, 10080],
    min: 0,
    max: 525_600,
  },
  defaultLifetime: {
    group: '注册',
    kind: 'number',
    label: '默认有效时长',
    help: '没有选择时用的时长，单位分钟；0 表示一直保留。',
    default: 60,
    min: 0,
    max: 525_600,
  },
  reservedNames: {
    group: '注册',
    kind: 'list',
    label: '保留的名字',
    help: '每行一个。访客不能使用这些名字；postmaster、admin 等本来就不能用。',
    default: [],
    maxItems: 1000,
  },

  freeCreationsPerHour: {
    group: '防滥用',
    kind: 'number',
    label: '每小时可直接新建的邮箱数',
    help: '同一个网络地址一小时内超过这个数，再新建就要先做安全验证。',
    default: 30,
    min: 1,
    max: 100_000,
  },
  uploadLimitMb: {
    group: '限制',
    kind: 'number',
    label: '单个文件的大小上限',
    help: '单位 MB。',
    default: 25,
    min: 1,
    max: 1000,
  },
} as const satisfies SettingsTable

export type SiteValues = ValuesOf<typeof siteTable>
export type SiteSettingName = keyof typeof siteTable
