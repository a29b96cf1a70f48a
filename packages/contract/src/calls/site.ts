/** Settings and version: running the site. */
import { z } from 'zod'
import { admins, defineCall, everyone, loggedIn } from '../call.ts'
import { id, page, pageSize, seenWords, time, total } from '../fields.ts'
import { imageTypes } from '../file-types.ts'
import { routes } from '../routes.ts'

/** Values of settings in transit; the server checks each against its entry in the settings table. */
const settingValue = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).max(1000),
  z.array(z.number()).max(100),
])

export const settingEntry = z.object({
  name: z.string().describe('设置名，updateSetting 用'),
  scope: z.enum(['own', 'site']).describe('own 自己的，site 站点的'),
  groupId: z.string().describe('分组的代号，如 payment'),
  group: z.string().describe('分组的名称，如“收款方式”'),
  label: z.string().describe('名称'),
  help: z.string().describe('说明'),
  kind: z
    .enum(['text', 'longText', 'number', 'switch', 'list', 'numberList', 'choice', 'secret'])
    .describe(
      'text 一行字，longText 多行，number 整数，switch 开关，list 一组文字，numberList 一组整数，choice 选一个，secret 密文',
    ),
  choices: z
    .array(z.object({ value: z.string().describe('填进去的值'), label: z.string().describe('给人看的名称') }))
    .optional()
    .describe('choice 类：可以选的'),
  value: settingValue.nullable().describe('当前值；密文类设过是 true，没设过是 null'),
  default: settingValue.describe('默认值'),
  min: z.number().optional().describe('number、numberList 类：最小值'),
  max: z.number().optional().describe('number、numberList 类：最大值'),
  unit: z.string().optional().describe('数值的单位'),
  mark: z.string().optional().describe('设过的密文类：换了密文，它就变'),
  fixedBy: z.string().optional().describe('定下它的环境变量；有它时在这里改不了'),
})
export type SettingEntry = z.output<typeof settingEntry>

const settingGroup = z.object({
  id: z.string().describe('分组的代号，和 list 里的 groupId 相同'),
  name: z.string().describe('分组的名称'),
  changed: z.int().describe('其中几项和默认不同'),
  state: z.string().describe('一眼看的情况，如“都开着”“留 180 天”；没什么特别的，是改过几项'),
  tone: z.enum(['plain', 'waiting']).describe('waiting 还缺东西，要去看看'),
})
export type SettingGroup = z.output<typeof settingGroup>

const settingGroups = z.array(settingGroup).describe('站点设置的各组，按页面上的顺序；只给管理员')

export const pictureUses = ['avatar', 'logo'] as const
export type PictureUse = (typeof pictureUses)[number]

export const setPicture = defineCall(routes.setPicture, {
  group: 'site',
  who: loggedIn,
  page: 'setting',
  summary: {
    zh: '换图片：自己的头像，管理员还可以换站点图标；先用 uploadFile 上传',
    en: "Change a picture: the caller's own avatar, or, for an admin, the site's logo; upload it with uploadFile first",
  },
  body: z.strictObject({
    use: z.enum(pictureUses).describe('avatar 自己的头像，logo 站点图标'),
    fileId: id.nullable().describe('上传的文件：PNG、JPEG、WebP 或 GIF，最多 512 KB；null 则去掉'),
  }),
  answer: z.object({ url: z.string().describe('图片的地址；去掉了则为空') }),
  errors: ['notFound'],
})

export const getPicture = defineCall(routes.getPicture, {
  group: 'site',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: { zh: '站点图标或头像', en: 'The logo, or an avatar' },
  params: z.strictObject({ id: id.describe('图片编号，在图片的地址里') }),
  answers: 'bytes',
  types: imageTypes,
  answer: z.object({}),
  errors: ['notFound'],
})

export const getSetting = defineCall(routes.getSetting, {
  group: 'site',
  who: loggedIn,
  page: 'setting',
  summary: {
    zh: '取设置：自己的；管理员还有站点的',
    en: "Settings: the caller's own; an admin's also of the site",
  },
  answer: z.object({
    list: z.array(settingEntry).describe('自己的在前，然后站点的'),
    groups: settingGroups,
    twoFactor: z.boolean().describe('自己是否开了两步验证'),
    hasPassword: z.boolean().describe('自己是否有密码；临时邮箱可能没有'),
    environment: z
      .array(
        z.object({
          name: z.string().describe('环境变量的名字'),
          text: z.string().describe('它管什么'),
          value: z.string().describe('现在的值；密文类只说有没有设过'),
          changed: z.boolean().describe('和默认值不同'),
        }),
      )
      .describe('从环境来的设置，改了要重启；只给管理员'),
  }),
  errors: [],
})

export const updateSetting = defineCall(routes.updateSetting, {
  group: 'site',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '改设置', en: 'Change settings' },
  body: z.strictObject({
    values: z
      .record(z.string().max(64), settingValue.nullable())
      .refine(value => Object.keys(value).length > 0, '没有要改的内容')
      .refine(value => Object.keys(value).length <= 200, '一次最多改 200 项')
      .describe('设置名 → 新值；null 恢复默认'),
    seen: z
      .record(z.string().max(64), settingValue.nullable())
      .optional()
      .describe(`${seenWords}；密文类写它的 mark`),
  }),
  answer: z.object({ list: z.array(settingEntry).describe('改过之后的全部设置'), groups: settingGroups }),
  errors: ['forbidden', 'conflict'],
})

export const settingChange = z.object({
  id: id.describe('这条记录的编号'),
  at: time.describe('改动的时间（ISO 8601，UTC）'),
  name: z.string().describe('设置名'),
  label: z.string().describe('设置的名称'),
  actorName: z.string().describe('谁改的'),
  before: z.string().nullable().describe('原来的值，null 是默认；密文类不显示'),
  after: z.string().nullable().describe('改成的值，null 是默认'),
})
export type SettingChange = z.output<typeof settingChange>

export const getSettingLog = defineCall(routes.getSettingLog, {
  group: 'site',
  who: admins,
  page: 'setting',
  summary: { zh: '站点设置的改动历史', en: 'History of the settings of the site' },
  query: z.strictObject({ page, pageSize, name: z.string().max(64).optional().describe('只看这一项') }),
  answer: z.object({ list: z.array(settingChange).describe('新的在前'), total }),
  errors: [],
})

export const getVersion = defineCall(routes.getVersion, {
  group: 'site',
  who: loggedIn,
  page: 'version',
  summary: {
    zh: '版本、更新内容、运行环境和依赖的许可证',
    en: 'Version, changes, runtime facts and licences',
  },
  answer: z.object({
    version: z.string().describe('现在运行的版本'),
    changes: z
      .array(
        z.object({
          version: z.string().describe('版本号，还没发布的是 Unreleased'),
          date: z.string().nullable().describe('发布的日期，如 2026-03-05；没写为 null'),
          sections: z
            .array(
              z.object({
                title: z.string().describe('哪一类，如“新增”“修正”'),
                items: z.array(z.string()).describe('一条一句'),
              }),
            )
            .describe('按类分开的改动'),
        }),
      )
      .describe('各版本的更新内容，新的在前'),
    runtime: z
      .object({
        node: z.string().describe('Node 的版本'),
        database: z.string().describe('SQLite 或 PostgreSQL'),
        startedAt: time.describe('这个节点启动的时间（ISO 8601，UTC）'),
        memoryMb: z.int().describe('这个节点占用的内存（MB）'),
        platform: z.string().describe('操作系统和处理器，如 linux x64'),
        databaseVersion: z.string().describe('数据库的版本'),
        migration: z.string().describe('数据库结构的版本'),
        dataDir: z.string().describe('数据目录'),
      })
      .nullable()
      .describe('只给管理员'),
    licences: z
      .array(
        z.object({
          name: z.string().describe('包名'),
          version: z.string().describe('包的版本'),
          licence: z.string().describe('许可证，如 MIT'),
        }),
      )
      .describe('用到的依赖和它们的许可证'),
    healthy: z.boolean().describe('没有一项检查是 bad'),
    health: z
      .array(
        z.object({
          name: z.string().describe('检查了什么，如“数据库”'),
          state: z.enum(['good', 'warning', 'bad']).describe('good 正常，warning 要留意，bad 有问题'),
          says: z.string().describe('一句话的情况'),
        }),
      )
      .describe('逐项检查的结果，只给管理员'),
  }),
  errors: [],
})
