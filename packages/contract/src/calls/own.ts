/** The caller's own things: push messages to a browser, and an export of all own data. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { routes } from '../routes.ts'
import { jobId } from './job.ts'

export const exportData = defineCall(routes.exportData, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  letters: true,
  answers: 'bytes',
  types: ['application/x-tar'],
  summary: {
    zh: '导出自己的全部数据：邮件原文（eml）和说明（json），打成一个 tar 文件',
    en: "The caller's own data: mails (eml) and what stands about them (json) in one tar file, streamed",
  },
  answer: z.object({}),
  errors: [],
})

export const startExport = defineCall(routes.startExport, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  letters: true,
  summary: {
    zh: '把自己的全部数据导出成一个文件：收到和发出的邮件、草稿、通讯录、规则、设置；做成任务，好了用 getJobFile 下载',
    en: "The caller's own data as one file, made by a job: received and sent mail, drafts, contacts, rules, settings; getJobFile fetches it",
  },
  body: z.strictObject({}),
  answer: z.object({ jobId }),
  errors: ['limitReached'],
})

/** Keys of a browser (RFC 8291 section 2): an uncompressed point, and 16 bytes. */
const base64url = (length: number, msg: string) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), msg)

export const getPush = defineCall(routes.getPush, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: {
    zh: '浏览器推送：公钥，以及本次登录是否已订阅',
    en: 'Web Push: the public key, and whether this log-in has subscribed',
  },
  answer: z.object({
    publicKey: z.string().describe('VAPID 公钥（base64url），订阅时交给浏览器'),
    subscribed: z.boolean().describe('本次登录是否已订阅'),
    onlyCode: z.boolean().describe('只在有验证码时推送'),
  }),
  errors: [],
})

export const setPush = defineCall(routes.setPush, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  letters: true,
  sessionOnly: true,
  summary: {
    zh: '订阅浏览器推送；随这次登录一起失效，再次调用则替换',
    en: 'Subscribe this log-in to Web Push; it ends with the log-in, and a second call replaces the first',
  },
  body: z.strictObject({
    endpoint: z
      .url('推送地址不对')
      .max(1000, '推送地址太长')
      .regex(/^https?:\/\//, '推送地址不对')
      .describe('浏览器给出的推送地址'),
    p256dh: base64url(87, '公钥不对').describe('浏览器的公钥，base64url'),
    auth: base64url(22, '密钥不对').describe('浏览器的验证密钥，base64url'),
    onlyCode: z.boolean().describe('只在有验证码时推送'),
  }),
  answer: z.object({}),
  errors: ['remoteRefused'],
})

export const delPush = defineCall(routes.delPush, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '取消本次登录的浏览器推送', en: 'End the Web Push of this log-in' },
  body: z.strictObject({}),
  answer: z.object({}),
  errors: [],
})

export const testPush = defineCall(routes.testPush, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '发一条测试推送', en: 'Send a test push' },
  body: z.strictObject({}),
  answer: z.object({}),
  errors: ['notFound', 'remoteRefused'],
})
