/** Mail programs: the settings they need, and a profile that brings them to a phone. */
import { z } from 'zod'
import { defineCall, everyone, loggedIn } from '../call.ts'
import { createdAt, id, mailboxId, time } from '../fields.ts'
import { routes } from '../routes.ts'

/** The ways in which a mail program comes. */
export const programChannels = ['imap', 'pop3', 'submission'] as const
export type ProgramChannel = (typeof programChannels)[number]

/** A server in the form that mail programs need. */
const programServer = z.object({
  host: z.string().describe('主机名'),
  username: z.string().describe('登录名，就是邮箱地址；密码是一个应用密码，或邮箱的密码'),
  ports: z
    .array(
      z.object({
        port: z.int().describe('端口'),
        security: z.enum(['tls', 'starttls']).describe('tls 直接加密，starttls 连上后加密'),
      }),
    )
    .describe('开着的端口，建议用的在前'),
})

export const getClientSetting = defineCall(routes.getClientSetting, {
  group: 'mailbox',
  who: loggedIn,
  page: ['emailAccount', 'setting'],
  summary: {
    zh: '一个邮箱怎样打开：登录链接，以及邮件程序收信、发信的设置',
    en: 'How a mailbox is opened: the log-in link, and the incoming and outgoing settings of mail programs',
  },
  query: z.strictObject({ id: mailboxId }),
  answer: z.object({
    address: z.string().describe('这个邮箱的地址'),
    loginUrl: z.string().describe('打开后填密码就能用'),
    imap: programServer
      .nullable()
      .describe('收信，IMAP，有文件夹、来信即到，优先用它；没有开通，或这个邮箱没有密码时为 null'),
    incoming: programServer.nullable().describe('收信，POP3；没有开通，或这个邮箱没有密码时为 null'),
    outgoing: programServer.nullable().describe('没有开通发信提交，或这个邮箱不能发信时为 null'),
    profileUrl: z
      .string()
      .nullable()
      .describe('iPhone、iPad、Mac 的描述文件，半小时内有效，不含密码；收信和发信都开通才有'),
  }),
  errors: ['notFound'],
})

export const getMailProfile = defineCall(routes.getMailProfile, {
  group: 'mailbox',
  who: everyone,
  page: { none: 'visitors make it too' },
  summary: {
    zh: '描述文件（.mobileconfig），凭 getClientSetting 给出的链接下载',
    en: 'The Apple configuration profile of a mailbox, by the link that getClientSetting gives',
  },
  query: z.strictObject({ ticket: z.string().min(1).max(200).describe('getClientSetting 的链接里带的凭证') }),
  answers: 'bytes',
  types: ['application/x-apple-aspen-config'],
  answer: z.object({}),
  errors: ['notFound'],
})

const appPasswordId = id.describe('应用密码的编号')
const appPasswordName = z
  .string()
  .trim()
  .min(1, '起个名字，比如用它的设备')
  .max(40, '最多 40 个字')
  .describe('名字，比如用它的设备')

export const getAppPasswords = defineCall(routes.getAppPasswords, {
  group: 'mailbox',
  who: loggedIn,
  page: 'setting',
  summary: {
    zh: '一个邮箱的应用密码，邮件程序用它登录',
    en: 'The app passwords of a mailbox, with which mail programs log in',
  },
  query: z.strictObject({ id: mailboxId }),
  answer: z.object({
    list: z
      .array(
        z.object({
          id: appPasswordId,
          name: appPasswordName,
          createdAt,
          lastUsedAt: time.nullable().describe('上次用它登录（ISO 8601，UTC），null 还没用过'),
          lastClient: z.string().describe('上次用它的 IP 地址，还没用过则为空'),
          lastChannel: z
            .enum(programChannels)
            .nullable()
            .describe('上次用它做什么：imap、pop3 收信，submission 发信'),
        }),
      )
      .describe('先建的在前'),
    only: z.boolean().describe('邮件程序只能用应用密码登录，邮箱自己的密码不行'),
  }),
  errors: ['notFound'],
})

export const createAppPassword = defineCall(routes.createAppPassword, {
  group: 'mailbox',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  letters: true,
  summary: {
    zh: '新建应用密码，只给出这一次；邮箱换了密码，它就失效',
    en: 'Make an app password, shown once; a new password of the mailbox ends it',
  },
  body: z.strictObject({ id: mailboxId, name: appPasswordName }),
  answer: z.object({
    id: appPasswordId,
    password: z.string().describe('应用密码，填在邮件程序里；大小写和横线不影响'),
  }),
  errors: ['notFound', 'conflict'],
})

export const delAppPassword = defineCall(routes.delAppPassword, {
  group: 'mailbox',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  letters: true,
  summary: {
    zh: '停用应用密码，用它登录的邮件程序马上断开',
    en: 'End an app password; programs that logged in with it are cut off at once',
  },
  body: z.strictObject({ id: appPasswordId }),
  answer: z.object({}),
  errors: ['notFound'],
})

export const requireAppPasswords = defineCall(routes.requireAppPasswords, {
  group: 'mailbox',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  letters: true,
  summary: {
    zh: '邮件程序只能用应用密码登录，或也能用邮箱自己的密码',
    en: 'Whether mail programs must log in with an app password',
  },
  body: z.strictObject({
    id: mailboxId,
    only: z.boolean().describe('true 只能用应用密码，用邮箱密码登录着的马上断开；false 两样都行'),
  }),
  answer: z.object({}),
  errors: ['notFound'],
})
