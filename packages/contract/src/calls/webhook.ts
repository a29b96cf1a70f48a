/** Webhooks: telling other systems that mail has arrived. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { id, ids, page, pageSize, time, total } from '../fields.ts'

export const webhookKinds = [
  'generic',
  'wecom',
  'dingtalk',
  'feishu',
  'bark',
  'serverchan',
  'telegram',
] as const
export type WebhookKind = (typeof webhookKinds)[number]
export const deliveryStates = ['waiting', 'done', 'failed'] as const

const webhookUrl = z
  .string()
  .trim()
  .min(1, '请填写地址')
  .max(2000, '地址太长')
  .regex(/^https?:\/\//i, '地址要以 http:// 或 https:// 开头')

const webhookFields = {
  name: z.string().trim().min(1, '请填写名称').max(100, '名称太长'),
  kind: z
    .enum(webhookKinds)
    .describe(
      'generic 通用，wecom 企业微信，dingtalk 钉钉，feishu 飞书，bark，serverchan Server酱，telegram',
    ),
  url: webhookUrl,
  chatId: z.string().trim().max(100).optional().describe('Telegram 的会话编号'),
  onlyCode: z.boolean().describe('只在有验证码时通知'),
  mailbox: id.nullable().describe('只通知这个邮箱；null 为全部'),
  enabled: z.boolean(),
}

export const webhook = z.object({
  id,
  name: z.string(),
  kind: z.enum(webhookKinds),
  url: z.string(),
  chatId: z.string(),
  onlyCode: z.boolean(),
  mailbox: id.nullable(),
  mailboxAddress: z.string().nullable().describe('只通知的那个邮箱的地址'),
  enabled: z.boolean(),
  createdAt: time,
  lastState: z.enum(deliveryStates).nullable(),
})
export type Webhook = z.output<typeof webhook>

export const getWebhooks = defineCall({
  method: 'GET',
  path: '/api/user/getWebhooks',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '列出通知地址', en: 'List webhooks' },
  answer: z.object({ list: z.array(webhook) }),
  errors: [],
})

export const addWebhook = defineCall({
  method: 'POST',
  path: '/api/user/addWebhook',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '添加通知地址', en: 'Add a webhook' },
  body: z.strictObject(webhookFields),
  answer: z.object({ webhook, secret: z.string().describe('签名密钥，只显示这一次') }),
  errors: ['notFound', 'limitReached', 'remoteRefused'],
})

export const editWebhook = defineCall({
  method: 'POST',
  path: '/api/user/editWebhook',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '改通知地址，或换签名密钥', en: 'Edit a webhook, or renew its secret' },
  body: z.strictObject({
    ...z.strictObject(webhookFields).partial().shape,
    id,
    newSecret: z.literal(true).optional(),
  }),
  answer: z.object({ webhook, secret: z.string().nullable() }),
  errors: ['notFound', 'remoteRefused'],
})

export const delWebhook = defineCall({
  method: 'POST',
  path: '/api/user/delWebhook',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '删除通知地址', en: 'Delete webhooks' },
  body: z.strictObject({ ids }),
  answer: z.object({ deleted: z.int() }),
  errors: ['notFound'],
})

export const testWebhook = defineCall({
  method: 'POST',
  path: '/api/user/testWebhook',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '现在发一次测试通知', en: 'Send a test notification now' },
  body: z.strictObject({ id }),
  answer: z.object({ ok: z.boolean(), status: z.int().nullable(), detail: z.string(), ms: z.int() }),
  errors: ['notFound'],
})

export const getWebhookLog = defineCall({
  method: 'GET',
  path: '/api/user/getWebhookLog',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '通知的发送记录', en: 'Log of webhook deliveries' },
  query: z.strictObject({ id, page, pageSize }),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        createdAt: time,
        state: z.enum(deliveryStates),
        attempts: z.int(),
        status: z.int().nullable(),
        detail: z.string(),
        nextAttemptAt: time.nullable(),
      }),
    ),
    total,
  }),
  errors: ['notFound'],
})

export const replayWebhook = defineCall({
  method: 'POST',
  path: '/api/user/replayWebhook',
  group: 'webhook',
  who: loggedIn,
  summary: { zh: '把一条通知再送一次', en: 'Deliver a notification once more' },
  body: z.strictObject({ id: id.describe('发送记录的编号') }),
  answer: z.object({}),
  errors: ['notFound', 'conflict'],
})
