/** The queue for its operator, suppressed addresses, forwarding, automatic answers, and relays. */
import { z } from 'zod'
import { admins, defineCall, loggedIn } from '../call.ts'
import {
  address,
  createdAt,
  deleted,
  domainName,
  id,
  ids,
  mailboxId,
  page,
  pageSize,
  search,
  time,
  total,
} from '../fields.ts'
import { routes } from '../routes.ts'
import { recipientState, sentId } from './sent.ts'

export const queueRow = z.object({
  id: id.describe('这个收件人在队列里的编号，changeQueue 用'),
  mailId: sentId,
  from: z.string().describe('发件邮箱'),
  address: z.string().describe('收件人'),
  domain: z.string().describe('去往的域名'),
  subject: z.string().nullable().describe('主题，可能为空；不是自己的信为 null'),
  state: recipientState,
  reason: z.string().describe('为什么还在等，中文；没有则为空'),
  answer: z.string().describe('对方服务器的答复原文；没有则为空'),
  attempts: z.int().describe('试过几次'),
  queuedAt: time.describe('进队列的时间；定时的是定的时间'),
  nextAttemptAt: time.nullable().describe('下一次尝试，正在发送时为 null'),
})
export type QueueRow = z.output<typeof queueRow>

export const getQueue = defineCall(routes.getQueue, {
  group: 'sent',
  who: admins,
  page: 'sent',
  summary: {
    zh: '发信队列：还没有结果的收件人，和各个去处的情形',
    en: 'The queue: open recipients, and how each destination does',
  },
  query: z.strictObject({
    q: search.describe('发件邮箱、收件人或域名的一部分'),
    state: z
      .enum(['queued', 'sending', 'deferred'])
      .optional()
      .describe('queued 排队，sending 发送中，deferred 暂缓；不填看全部'),
    domain: domainName.optional().describe('只看去往这个域名的'),
    page,
    pageSize,
  }),
  answer: z.object({
    list: z.array(queueRow).describe('还没有结果的收件人，先来的在前'),
    total,
    paused: z.boolean().describe('整个队列是否停着'),
    destinations: z
      .array(
        z.object({
          domain: z.string().describe('去往的域名'),
          waiting: z.int().describe('等着的收件人'),
          deferred: z.int().describe('其中暂缓的'),
          paused: z.boolean().describe('去往这里的是否停着'),
          oldestAt: time.describe('等得最久的从什么时候开始等'),
        }),
      )
      .describe('等得最多的 50 个去处'),
  }),
  errors: [],
})

export const pauseQueue = defineCall(routes.pauseQueue, {
  group: 'sent',
  who: admins,
  page: 'sent',
  summary: {
    zh: '停住或继续发信，可以只对一个去处',
    en: 'Pause or resume sending, for one destination if named',
  },
  body: z.strictObject({
    paused: z.boolean().describe('true 停住，false 继续'),
    domain: domainName.optional().describe('只对这个去处'),
  }),
  answer: z.object({ paused: z.boolean().describe('现在是否停着') }),
  errors: [],
})

export const changeQueue = defineCall(routes.changeQueue, {
  group: 'sent',
  who: admins,
  page: 'sent',
  summary: { zh: '队列里的收件人：马上重试，或取消', en: 'Retry or cancel recipients in the queue' },
  body: z.strictObject({
    ids: ids.describe('getQueue 给的收件人编号，最多 1000 个'),
    action: z.enum(['retry', 'cancel']).describe('retry 马上重试，cancel 取消'),
  }),
  answer: z.object({ changed: z.int().describe('改动了几个收件人，已经有结果的不算') }),
  errors: ['notFound'],
})

const senderId = id.describe('系统账号或邮箱的编号，看 kind')
const senderKind = z.enum(['account', 'mailbox']).describe('account 系统账号，mailbox 没有归属的邮箱')

export const getSendStops = defineCall(routes.getSendStops, {
  group: 'sent',
  who: admins,
  page: 'sent',
  summary: { zh: '因为发信异常被系统停住的账号和邮箱', en: 'Senders that were stopped for unusual sending' },
  answer: z.object({
    list: z
      .array(
        z.object({
          kind: senderKind,
          id: senderId,
          name: z.string().describe('用户名或地址'),
          reason: z.string().describe('为什么停住，中文'),
          detail: z.string().describe('看到的数字'),
          stoppedAt: time.describe('停住的时间'),
        }),
      )
      .describe('新停住的在前'),
  }),
  errors: [],
})
export type SendStop = z.output<typeof getSendStops.answer>['list'][number]

export const liftSendStop = defineCall(routes.liftSendStop, {
  group: 'sent',
  who: admins,
  page: 'sent',
  summary: { zh: '恢复一个账号或邮箱的发信，等着的信接着发', en: 'Let a stopped sender send again' },
  body: z.strictObject({ kind: senderKind, id: senderId }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const getSuppressions = defineCall(routes.getSuppressions, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: {
    zh: '停发名单：退过信、不再寄去的地址',
    en: 'Addresses that bounced and are not written to any more',
  },
  query: z.strictObject({ q: search.describe('地址的一部分'), page, pageSize }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: id.describe('名单里这一条的编号'),
          address: z.string().describe('不再寄去的地址'),
          reason: z.string().describe('为什么停发，中文；对方的原话在引号里'),
          createdAt: createdAt.describe('列入名单的时间（ISO 8601，UTC）'),
        }),
      )
      .describe('新列入的在前；管理员看到全站的'),
    total,
  }),
  errors: [],
})

export const delSuppression = defineCall(routes.delSuppression, {
  group: 'sent',
  who: loggedIn,
  page: 'sent',
  summary: { zh: '从停发名单里拿掉', en: 'Take addresses off that list' },
  body: z.strictObject({ ids: ids.describe('getSuppressions 给的编号，最多 1000 个') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})

const forwarding = z.object({
  to: z.array(z.string()).describe('转发到的地址；空则不转发'),
  keep: z.boolean().describe('转发后自己也留一份'),
})

export const getForwarding = defineCall(routes.getForwarding, {
  group: 'sent',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '一个邮箱的转发设置', en: 'Where a mailbox forwards to' },
  query: z.strictObject({ mailbox: mailboxId }),
  answer: z.object({ forwarding: forwarding.describe('现在的设置') }),
  errors: ['notFound'],
})

export const setForwarding = defineCall(routes.setForwarding, {
  group: 'sent',
  who: loggedIn,
  page: 'setting',
  letters: true,
  ability: 'send',
  summary: {
    zh: '设一个邮箱的转发；垃圾邮件不转',
    en: 'Set where a mailbox forwards to; spam is not forwarded',
  },
  body: z.strictObject({
    mailbox: mailboxId,
    to: z.array(address).max(5, '最多转发到 5 个地址').describe('转发到的地址，最多 5 个；空则不转发'),
    keep: forwarding.shape.keep,
  }),
  answer: z.object({ forwarding: forwarding.describe('改过之后的设置') }),
  errors: ['notFound'],
})

export const autoReply = z.object({
  enabled: z.boolean().describe('是否开着'),
  from: time.nullable().describe('从什么时候开始；null 是马上'),
  until: time.nullable().describe('到什么时候为止；null 是一直'),
  subject: z.string().describe('主题；空着则是“自动回复：”加来信的主题'),
  text: z.string().describe('正文'),
})
export type AutoReply = z.output<typeof autoReply>

export const getAutoReply = defineCall(routes.getAutoReply, {
  group: 'sent',
  who: loggedIn,
  page: 'setting',
  summary: { zh: '一个邮箱的自动回复', en: 'What a mailbox answers by itself' },
  query: z.strictObject({ mailbox: mailboxId }),
  answer: z.object({ autoReply: autoReply.describe('现在的设置；没有设过则是关着') }),
  errors: ['notFound'],
})

export const setAutoReply = defineCall(routes.setAutoReply, {
  group: 'sent',
  who: loggedIn,
  page: 'setting',
  letters: true,
  ability: 'send',
  summary: {
    zh: '设一个邮箱的自动回复；同一个人七天内只回一次，群发、列表、自动发出的信和垃圾邮件不回',
    en: 'Set what a mailbox answers by itself: once in seven days to the same person, never to lists, programs or spam',
  },
  body: z.strictObject({
    mailbox: mailboxId,
    enabled: autoReply.shape.enabled,
    from: autoReply.shape.from,
    until: autoReply.shape.until,
    subject: z
      .string()
      .trim()
      .max(200, '主题最多 200 个字')
      .regex(/^[^\p{Cc}]*$/u, '主题里不能有换行或控制字符')
      .describe('主题；空着则是“自动回复：”加来信的主题'),
    text: z.string().max(5000, '最多 5000 个字').describe('正文，纯文本；开着时要填'),
  }),
  answer: z.object({ autoReply: autoReply.describe('改过之后的设置') }),
  errors: ['notFound'],
})

const security = z.enum(['none', 'starttls', 'tls']).describe('none 不加密，starttls，tls 直接加密')

export const relay = z.object({
  domain: z.string().describe('发信的域名；空为整个站点'),
  host: z.string().describe('中继的主机名'),
  port: z.int().describe('中继的端口'),
  security,
  username: z.string().describe('登录名；空则不登录'),
  hasPassword: z.boolean().describe('是否存了密码；密码不再显示'),
  updatedAt: time.describe('最近一次设置的时间'),
})

export const getRelays = defineCall(routes.getRelays, {
  group: 'sent',
  who: admins,
  page: 'setting',
  summary: {
    zh: '中继：站点的和各域名自己的',
    en: 'Relays, of the site and of single domains',
  },
  answer: z.object({ list: z.array(relay).describe('站点的在前，然后按域名') }),
  errors: [],
})

const relayFields = {
  domain: domainName.optional().describe('发信的域名；不填则是整个站点'),
  host: z
    .string()
    .trim()
    .min(1, '请填写中继的主机名')
    .max(253, '主机名太长')
    .regex(/^[0-9A-Za-z.:_-]+$/, '主机名只能用字母、数字和 . -')
    .describe('中继的主机名或 IP'),
  port: z.int().min(1, '端口从 1 到 65535').max(65535, '端口从 1 到 65535').describe('中继的端口'),
  security: security.describe('none 不加密，starttls，tls 直接加密；要登录的必须加密'),
  username: z.string().max(200, '用户名太长').describe('登录名；空则不登录'),
  password: z.string().max(500, '密码太长').optional().describe('不填则保留原来的'),
}

export const setRelay = defineCall(routes.setRelay, {
  group: 'sent',
  who: admins,
  page: 'setting',
  summary: { zh: '设站点或一个发信域名的中继', en: 'Set the relay of the site, or for mail from one domain' },
  body: z.strictObject(relayFields),
  answer: z.object({ relay: relay.describe('存下的中继') }),
  errors: ['notFound'],
})

export const testRelay = defineCall(routes.testRelay, {
  group: 'sent',
  who: admins,
  page: 'setting',
  summary: {
    zh: '试一下中继：连接、加密、登录，不发信，什么都不存',
    en: 'Try a relay: connect, encrypt, log in; no mail is sent and nothing is kept',
  },
  body: z.strictObject({
    ...relayFields,
    password: relayFields.password.describe('不填则用存着的那个，只在主机和用户名都没有改时'),
  }),
  answer: z.object({
    ok: z.boolean().describe('连得上，要登录的也登录上了'),
    text: z.string().describe('结果，中文'),
    said: z.string().describe('对方服务器最后的原话，没说过话则为空'),
  }),
  errors: [],
})

export const delRelay = defineCall(routes.delRelay, {
  group: 'sent',
  who: admins,
  page: 'setting',
  summary: { zh: '去掉站点或一个域名的中继', en: 'Remove the relay of the site or of a domain' },
  body: z.strictObject({ domain: domainName.optional().describe('发信的域名；不填则是整个站点') }),
  answer: z.object({ deleted }),
  errors: ['notFound'],
})
