/** The proofs of a mail's origin: the checks at its arrival, and the seal of its writer's program. */
import { z } from 'zod'
import { time } from '../fields.ts'

/** Results with the names of RFC 8601. */
export const authResults = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'temperror',
  'permerror',
  'policy',
] as const
export const authResult = z.object({
  result: z
    .enum(authResults)
    .describe(
      'pass 通过，fail 不通过，softfail 多半不通过，neutral 不表态，none 没有设置，temperror 暂时查不到，permerror 设置有错，policy 签了名但太弱、不作数',
    ),
  domain: z.string().describe('判定所依据的域名'),
  detail: z.string().describe('一句话的说明'),
})
export type AuthResult = z.output<typeof authResult>

const signature = z
  .object({
    by: z.enum(['smime', 'pgp']).describe('smime 是 S/MIME；pgp 是 OpenPGP，这里不核对'),
    covers: z.enum(['whole', 'part']).describe('whole 整封信都签了，part 只签了一部分'),
    content: z
      .enum(['intact', 'changed', 'unchecked'])
      .describe('intact 签名和内容相符，changed 不相符，unchecked 没有核对或读不懂'),
    weak: z.boolean().describe('算法或密钥太弱，签名可以伪造'),
    name: z.string().describe('证书上的名字，没有则为空'),
    addresses: z.array(z.string()).describe('证书上的邮箱地址'),
    ofSender: z.boolean().describe('证书上有信上写的发件人的地址'),
    issuer: z.string().describe('证书的签发者，没有则为空'),
    issuerKnown: z.boolean().describe('签发者可以追到公认的根证书，并且证书可以用来签邮件'),
    validFrom: time.nullable().describe('证书从什么时候起有效，null 表示没有证书'),
    validTo: time.nullable().describe('证书到什么时候为止有效；收信时过了期的，签名不作数'),
  })
  .nullable()

export const seal = z
  .object({
    encrypted: z
      .enum(['smime', 'pgp'])
      .nullable()
      .describe('信或信的一部分加密了：smime S/MIME，pgp OpenPGP；null 表示没有加密'),
    signature: signature.describe('写信人的签名，null 表示没有签名'),
  })
  .nullable()
