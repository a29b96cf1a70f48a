/** Settings and version: running the site. */
import { z } from 'zod'
import { admins, defineCall, everyone, loggedIn } from '../call.ts'
import { id, page, pageSize, time, total } from '../fields.ts'

/** Values of settings as they travel: the server checks each against its own entry in the settings table. */
const settingValue = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).max(1000),
  z.array(z.number()).max(100),
])

export const settingEntry = z.object({
  name: z.string(),
  scope: z.enum(['own', 'site']),
  group: z.string().describe('分组'),
  label: z.string().describe('名称'),
  help: z.string().describe('说明'),
  kind: z.enum(['text', 'longText', 'number', 'switch', 'list', 'numberList', 'choice', 'secret']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  value: settingValue.nullable().describe('当前值；密文类只说有没有设过'),
  default: settingValue,
  min: z.number().optional(),
  max: z.number().optional(),
  unit: z.string().optional().describe('数值的单位'),
})
export type SettingEntry = z.output<typeof settingEntry>

export const pictureUses = ['avatar', 'logo'] as const
export type PictureUse = (typeof pictureUses)[number]

export const setPicture = defineCall({
  method: 'POST',
  path: '/api/user/setPicture',
  group: 'site',
  who: loggedIn,
  page: 'setting',
  summary: {
    zh: '换图片：自己的头像，管理员还可以换站点图标；先用 uploadFile 上传',
    en: "Change a picture: the caller's own avatar, or, for an admin, the site's logo; upload it with uploadFile first",
  },
  body: z.strictObject({
    use: z.enum(pictureUses),
    fileId: id.nullable().describe('上传的文件：PNG、JPEG、WebP 或 GIF，最多 512 KB；null 则去掉'),
  }),
  answer: z.object({ url: z.string().describe('图片的地址；去掉了则为空') }),
  errors: ['notFound'],
})

export const getPicture = defineCall({
  method: 'GET',
  path: '/api/getPicture/{id}',
  group: 'site',
  who: everyone,
  summary: { zh: '站点图标或头像', en: 'The logo, or an avatar' },
  params: z.strictObject({ id }),
  answers: 'bytes',
  answer: z.object({}),
  errors: ['notFound'],
})

export const getSetting = defineCall({
  method: 'GET',
  path: '/api/user/getSetting',
  group: 'site',
  who: loggedIn,
  page: 'setting',
  summary: {
    zh: '取设置：自己的；管理员还有站点的',
    en: "Settings: the caller's own; an admin's also of the site",
  },
  answer: z.object({
    list: z.array(settingEntry),
    twoFactor: z.boolean().describe('自己是否开了两步验证'),
    hasPassword: z.boolean(),
    environment: z
      .array(
        z.object({
          name: z.string().describe('环境变量的名字'),
          text: z.string(),
          value: z.string().describe('现在的值；密文类只说有没有设过'),
          changed: z.boolean().describe('和默认值不同'),
        }),
      )
      .describe('从环境来的设置，改了要重启；只给管理员'),
  }),
  errors: [],
})

export const updateSetting = defineCall({
  method: 'POST',
  path: '/api/user/updateSetting',
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
  }),
  answer: z.object({ list: z.array(settingEntry) }),
  errors: ['forbidden'],
})

export const settingChange = z.object({
  id,
  at: time,
  name: z.string(),
  label: z.string().describe('设置的名称'),
  actorName: z.string().describe('谁改的'),
  before: z.string().nullable().describe('原来的值，null 是默认；密文类不显示'),
  after: z.string().nullable().describe('改成的值，null 是默认'),
})
export type SettingChange = z.output<typeof settingChange>

export const getSettingLog = defineCall({
  method: 'GET',
  path: '/api/user/getSettingLog',
  group: 'site',
  page: 'setting',
  who: admins,
  summary: { zh: '站点设置的改动历史', en: 'History of the settings of the site' },
  query: z.strictObject({ page, pageSize, name: z.string().max(64).optional().describe('只看这一项') }),
  answer: z.object({ list: z.array(settingChange), total }),
  errors: [],
})

export const getVersion = defineCall({
  method: 'GET',
  path: '/api/user/getVersion',
  group: 'site',
  who: loggedIn,
  page: 'version',
  summary: {
    zh: '版本、更新内容、运行环境和依赖的许可证',
    en: 'Version, changes, runtime facts and licences',
  },
  answer: z.object({
    version: z.string(),
    changes: z.array(
      z.object({
        version: z.string(),
        date: z.string().nullable(),
        sections: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
      }),
    ),
    runtime: z
      .object({
        node: z.string(),
        database: z.string(),
        startedAt: time,
        memoryMb: z.int(),
        platform: z.string(),
        databaseVersion: z.string(),
        migration: z.string().describe('数据库结构的版本'),
        dataDir: z.string().describe('数据目录'),
      })
      .nullable()
      .describe('只给管理员'),
    licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
    healthy: z.boolean(),
    health: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(['good', 'warning', 'bad']),
          says: z.string().describe('一句话的情况'),
        }),
      )
      .describe('逐项检查的结果，只给管理员'),
  }),
  errors: [],
})
