/** Mail programs: the settings they need, and a profile that brings them to a phone. */
import { z } from 'zod'
import { defineCall, everyone, loggedIn } from '../call.ts'
import { mailboxId } from '../fields.ts'
import { routes } from '../routes.ts'

/** A server in the form that mail programs need. */
const programServer = z.object({
  host: z.string().describe('主机名'),
  username: z.string().describe('登录名，就是邮箱地址；密码是邮箱的密码'),
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
    incoming: programServer.nullable().describe('POP3；没有开通，或这个邮箱没有密码时为 null'),
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
