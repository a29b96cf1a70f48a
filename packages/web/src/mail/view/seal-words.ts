/** Says in plain words whether the writer of a mail has signed or encrypted it, and what that is worth. */
import type { MailDetail, Person } from '@yanshu/contract'

type Seal = NonNullable<MailDetail['seal']>
type Signature = NonNullable<Seal['signature']>

export type SealNotice = {
  tone: 'good' | 'plain' | 'wait' | 'bad'
  /** Whether the letter cannot be read without knowing this. */
  needed: boolean
  verdict: string
  /** The rest of the sentence. */
  says: string
}

/** `at` is when the mail came; null when nobody knows. */
export type Sealed = { seal: MailDetail['seal']; from: Person; at: string | null }

export function sealNotices({ seal, from, at }: Sealed): SealNotice[] {
  if (seal === null) return []
  const { encrypted, signature } = seal
  return [
    ...(encrypted === null ? [] : [encryptedNotice]),
    ...(signature === null ? [] : [signatureNotice(signature, from, at)]),
  ]
}

const encryptedNotice: SealNotice = {
  ...{ tone: 'plain', needed: true, verdict: '内容加密了' },
  says: '只有持有密钥的人能读，这里打不开。请下载 .eml，用装有密钥的邮件程序打开',
}

function signatureNotice(signature: Signature, from: Person, at: string | null): SealNotice {
  const who = holderOf(signature)
  if (signature.by === 'pgp')
    return { tone: 'plain', needed: false, verdict: '有签名', says: '是 OpenPGP 签名，这里没有核对' }
  if (signature.content === 'changed')
    return {
      ...{ tone: 'bad', needed: true, verdict: '签名不符' },
      says: `内容和${who && ` ${who} 的`}签名对不上，可能被改过，不要轻信`,
    }
  if (signature.content === 'unchecked')
    return {
      tone: 'wait',
      needed: false,
      verdict: '签名没能核对',
      says: '签名或证书不全，或者用了不认识的算法',
    }
  const doubts = doubtsAbout(signature, from, at)
  const by = `由 ${who || '没有写名字的人'} 签名${signature.issuer && `，${signature.issuer} 签发`}`
  if (doubts.length > 0)
    return { tone: 'wait', needed: false, verdict: '签名不能全信', says: `${by}。${doubts.join('；')}` }
  return { tone: 'good', needed: false, verdict: '签名有效', says: `${by}，内容没有改动` }
}

function holderOf({ name, addresses }: Signature): string {
  const [address = ''] = addresses
  return name && address && name !== address ? `${name} <${address}>` : name || address
}

function doubtsAbout(signature: Signature, from: Person, at: string | null): string[] {
  const { covers, weak, ofSender, issuerKnown, validFrom, validTo } = signature
  return [
    covers === 'part' && '只签了信的一部分，其余的可能是别人加的',
    weak && '签名的算法或密钥太弱，可以伪造',
    !ofSender && `证书上没有发件人的地址${from.address && ` ${from.address}`}`,
    at !== null && validTo !== null && Date.parse(at) > Date.parse(validTo) && '收到时证书已经过期',
    at !== null && validFrom !== null && Date.parse(at) < Date.parse(validFrom) && '收到时证书还没有生效',
    !issuerKnown && '不认识证书的签发者，名字和地址可以是自己写的',
  ].filter(doubt => doubt !== false)
}
