/** The certificates that our ports present: for which name, until when, from whom, and what the authority last said. */
import { z } from 'zod'
import { admins, defineCall } from '../call.ts'
import { time } from '../fields.ts'
import { routes } from '../routes.ts'

export const certificateStates = [
  'good',
  'working',
  'failing',
  'waiting',
  'refused',
  'none',
  'untrusted',
  'ended',
] as const
export type CertificateState = (typeof certificateStates)[number]

export const certificatePurposes = ['site', 'mail', 'domain'] as const
export type CertificatePurpose = (typeof certificatePurposes)[number]

export const certificate = z.object({
  name: z.string().describe('名字，如 mx.example.com'),
  purpose: z
    .enum(certificatePurposes)
    .describe('site 网站，mail 收信主机，domain 客户域名上由我们答话的名字'),
  domain: z.string().describe('是哪个客户域名的，网站和收信主机的为空'),
  state: z
    .enum(certificateStates)
    .describe(
      'good 正常，working 正在签，failing 续不上而旧的还能用，waiting 名字还没指到这里，refused 没签成，none 还没有签，untrusted 别人不信任，ended 已经过期',
    ),
  source: z
    .enum(['authority', 'file', 'selfSigned'])
    .describe('现在用的是哪来的：authority 签发方签的，file 自己带的文件，selfSigned 自签的'),
  issuer: z.string().describe('签发方的名字，还没有证书则为空'),
  validFrom: time.nullable().describe('从什么时候起有效，还没有证书则为 null'),
  validUntil: time.nullable().describe('到什么时候为止，还没有证书则为 null'),
  renewsAt: time.nullable().describe('下一次自动申请或续期，不会自动续的为 null'),
  triedAt: time.nullable().describe('上一次申请或读文件，还没有过则为 null'),
  obtainedAt: time.nullable().describe('现在这张是什么时候签的，不是签发方签的为 null'),
  failures: z.int().describe('连着没成多少次'),
  way: z.enum(['', 'http', 'dns']).describe('上一次怎样验证：http 80 端口，dns 域名记录，还没试过为空'),
  said: z.string().describe('签发方的原话，没有则为空'),
  advice: z.string().describe('上一次没成的原因和办法，中文，没有则为空'),
  triesLeft: z.int().describe('这一小时里还能再试几次'),
})
export type Certificate = z.output<typeof certificate>

export const authority = z.object({
  on: z.boolean().describe('自动申请开着'),
  terms: z.boolean().describe('已经同意签发方的条款'),
  directory: z.string().describe('签发方的目录网址'),
  account: z.string().describe('在签发方的账户，还没有则为空'),
  contact: z.string().describe('联系邮箱，可能为空'),
  way: z.enum(['auto', 'http', 'dns']).describe('怎样验证：auto 先 80 端口再 DNS，http，dns'),
  said: z.string().describe('账户有问题时签发方的原话，没有则为空'),
  advice: z.string().describe('账户或签发方出了什么问题、怎么办，中文，没有则为空'),
  nextAt: time.nullable().describe('账户或签发方有问题时，什么时候再试；没有问题为 null'),
})
export type Authority = z.output<typeof authority>

const shown = z.object({
  authority: authority.describe('签发账户'),
  list: z.array(certificate).describe('每个名字一行：网站、收信主机、客户域名'),
})

export const getCertificates = defineCall(routes.getCertificates, {
  group: 'site',
  who: admins,
  page: 'setting',
  summary: { zh: '列出证书和签发账户', en: 'Certificates and the account with the authority' },
  answer: shown,
  errors: [],
})

export const renewCertificate = defineCall(routes.renewCertificate, {
  group: 'site',
  who: admins,
  page: 'setting',
  summary: { zh: '现在续证书：一张，或全部看一遍', en: 'Renew one certificate now, or look at all of them' },
  body: z.strictObject({
    name: z
      .string()
      .min(1, '请填写名字')
      .max(253, '名字太长')
      .optional()
      .describe('哪个名字，马上去申请；不写则把没成的和到时候的都再试一遍'),
  }),
  answer: shown,
  errors: ['notFound', 'conflict', 'tooMany'],
})
