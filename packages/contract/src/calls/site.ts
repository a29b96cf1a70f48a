/** Settings, dashboard and version: running the site. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { time } from '../fields.ts'

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
})
export type SettingEntry = z.output<typeof settingEntry>

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

export const getDashboard = defineCall({
  method: 'GET',
  path: '/api/user/getDashboard',
  group: 'site',
  who: loggedIn,
  page: 'dashboard',
  summary: { zh: '总览：数字和走势', en: "Figures and series for the caller's scope" },
  query: z.strictObject({ days: z.enum(['1', '7', '30']).optional().describe('今天、7 天或 30 天') }),
  answer: z.object({
    figures: z.record(z.string(), z.number()),
    series: z.array(
      z.object({ name: z.string(), points: z.array(z.object({ at: time, value: z.number() })) }),
    ),
  }),
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
      })
      .nullable()
      .describe('只给管理员'),
    licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
    healthy: z.boolean(),
  }),
  errors: [],
})
