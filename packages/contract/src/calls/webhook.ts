/** Webhooks, which tell other systems that mail has arrived. */
import { z } from 'zod'
import { defineCall, loggedIn } from '../call.ts'
import { createdAt, deleted, id, ids, page, pageSize, time, total } from '../fields.ts'
import { routes } from '../routes.ts'

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

const deliveryId = id.describe('发送记录的编号')
const webhookId = id.describe('通知地址的编号')
const deliveryState = z.enum(deliveryStates).describe('waiting 还没送到，会再试；done 已送到，failed 放弃了')
const status = z.int().nullable().describe('对方的 HTTP 状态，null 表示没有回答')
const detail = z.string().describe('对方的回答的开头，或没送到的原因')

const webhookUrl = z
  .string()
  .trim()
  .min(1, '请填写地址')
  .max(2000, '地址太长')
  .regex(/^https?:\/\//i, '地址要以 http:// 或 https:// 开头')
  .describe('通知发到的网址，只能是公网的')

const webhookFields = {
  name: z.string().trim().min(1, '请填写名称').max(100, '名称太长').describe('给人看的名称'),
  kind: z
    .enum(webhookKinds)
    .describe(
      'generic 通用，wecom 企业微信，dingtalk 钉钉，feishu 飞书，bark，serverchan Server酱，telegram',
    ),
  url: webhookUrl,
  chatId: z.string().trim().max(100).optional().describe('Telegram 的会话编号'),
  onlyCode: z.boolean().describe('只在有验证码时通知'),
  mailbox: id.nullable().describe('只通知这个邮箱；null 为全部'),
  enabled: z.boolean().describe('是否启用；停用时还没送的通知作废'),
}

export const webhook = z.object({
  id: webhookId,
  name: z.string().describe('给人看的名称'),
  kind: webhookFields.kind,
  url: z.string().describe('通知发到的网址'),
  chatId: z.string().describe('Telegram 的会话编号，别的为空'),
  onlyCode: webhookFields.onlyCode,
  mailbox: webhookFields.mailbox,
  mailboxAddress: z.string().nullable().describe('只通知的那个邮箱的地址，通知全部时为 null'),
  enabled: z.boolean().describe('是否启用；对方答 410 会自动停用'),
  createdAt,
  lastState: deliveryState
    .nullable()
    .describe('最近一条通知：waiting 还没送到，done 已送到，failed 放弃了；null 还没有过'),
})
export type Webhook = z.output<typeof webhook>

export const getWebhooks = defineCall(routes.getWebhooks, {
  group: 'webhook',
  who: loggedIn,
  page: ['setting', 'contentFilter', 'interface'],
  summary: { zh: '列出通知地址', en: 'List webhooks' },
  answer: z.object({ list: z.array(webhook).describe('自己的全部通知地址，先建的在前') }),
  errors: [],
})

export const addWebhook = defineCall(routes.addWebhook, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  letters: true,
  summary: { zh: '添加通知地址', en: 'Add a webhook' },
  body: z.strictObject(webhookFields),
  answer: z.object({
    webhook: webhook.describe('新的通知地址'),
    secret: z.string().describe('签名密钥，只显示这一次'),
  }),
  errors: ['notFound', 'limitReached', 'remoteRefused'],
})

export const editWebhook = defineCall(routes.editWebhook, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  letters: true,
  summary: { zh: '改通知地址，或换签名密钥', en: 'Edit a webhook, or renew its secret' },
  body: z.strictObject({
    ...z.strictObject(webhookFields).partial().shape,
    id: webhookId,
    newSecret: z.literal(true).optional().describe('换一把签名密钥，旧的立即作废'),
  }),
  answer: z.object({
    webhook: webhook.describe('改过之后的样子'),
    secret: z.string().nullable().describe('新的签名密钥，只显示这一次；没有换则为 null'),
  }),
  errors: ['notFound', 'remoteRefused'],
})

export const delWebhook = defineCall(routes.delWebhook, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '删除通知地址', en: 'Delete webhooks' },
  body: z.strictObject({ ids: ids.describe('通知地址的编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})

export const testWebhook = defineCall(routes.testWebhook, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '现在发一次测试通知', en: 'Send a test notification now' },
  body: z.strictObject({ id: webhookId }),
  answer: z.object({
    ok: z.boolean().describe('对方是否收下'),
    status,
    detail,
    ms: z.int().describe('用了多少毫秒'),
  }),
  errors: ['notFound'],
})

export const getWebhookLog = defineCall(routes.getWebhookLog, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '通知的发送记录', en: 'Log of webhook deliveries' },
  query: z.strictObject({ id: webhookId, page, pageSize }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: deliveryId,
          createdAt: time.describe('要通知的事发生的时间（ISO 8601，UTC）'),
          state: deliveryState,
          attempts: z.int().describe('试过几次'),
          status,
          detail,
          nextAttemptAt: time.nullable().describe('下一次尝试，不再试为 null'),
        }),
      )
      .describe('每条通知一行，新的在前'),
    total,
  }),
  errors: ['notFound'],
})

export const replayWebhook = defineCall(routes.replayWebhook, {
  group: 'webhook',
  who: loggedIn,
  page: 'setting',
  letters: true,
  summary: { zh: '把一条通知再送一次', en: 'Deliver a notification once more' },
  body: z.strictObject({ id: deliveryId }),
  answer: z.object({}),
  errors: ['notFound', 'conflict'],
})
