/** Writes containers of S/MIME for tests (RFC 5652), right ones and wrong ones, in DER or with open ends. */
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { certificates, keys } from './smime-keys.ts'

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  const used = bytes.subarray(bytes.findIndex(byte => byte !== 0))
  return Buffer.concat([Buffer.from([0x80 + used.length]), used])
}

export function element(tag: number, ...content: Buffer[]): Buffer {
  const joined = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(joined.length), joined])
}

export const openEnded = (tag: number, ...content: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])])

export const sequence = (...content: Buffer[]): Buffer => element(0x30, ...content)
const set = (...content: Buffer[]): Buffer => element(0x31, ...content)
const number = (value: number): Buffer => element(0x02, Buffer.from([value]))
export const octetString = (content: Buffer): Buffer => element(0x04, content)

export function objectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap(value => {
    const digits = [value & 0x7f]
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return element(0x06, Buffer.from(bytes))
}

const id = {
  data: objectId('1.2.840.113549.1.7.1'),
  signed: objectId('1.2.840.113549.1.7.2'),
  compressed: objectId('1.2.840.113549.1.9.16.1.9'),
  zlib: objectId('1.2.840.113549.1.9.16.3.8'),
  contentType: objectId('1.2.840.113549.1.9.3'),
  messageDigest: objectId('1.2.840.113549.1.9.4'),
  sha256: objectId('2.16.840.1.101.3.4.2.1'),
  ecdsaWithSha256: objectId('1.2.840.10045.4.3.2'),
  rsa: objectId('1.2.840.113549.1.1.1'),
} as const

/** The issuer and the number of a certificate as they stand in it. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const { serialNumber } = new X509Certificate(certificate)
  const serial = Buffer.from(serialNumber, 'hex')
  const at = certificate.indexOf(Buffer.concat([Buffer.from([2]), lengthOf(serial.length), serial]))
  const padded = at < 0 ? Buffer.concat([Buffer.from([0]), serial]) : serial
  const mid = new X509Certificate(certificates.mid)
  const subject = Buffer.from(mid.subject.replace(/^CN=/, ''))
  const name = sequence(set(sequence(objectId('2.5.4.3'), element(0x0c, subject))))
  return sequence(name, element(0x02, padded))
}

export type SignedForm = {
  by?: keyof typeof keys
  content: Buffer
  /** The content that the container gets instead of the signed one; null for none. */
  enclosed?: Buffer | null
  digest?: Buffer
  /** Leaves out the attributes, so that the content itself is signed. */
  bare?: boolean
  withMid?: boolean
  withOwn?: boolean
  /** Writes open ends, and the content in pieces of this many bytes. */
  pieces?: number
}

export function writeSigned(form: SignedForm): Buffer {
  const { by = 'signer', content, enclosed = content, withMid = true, withOwn = true, pieces } = form
  const key: KeyObject = keys[by]
  const digest = form.digest ?? createHash('sha256').update(content).digest()
  const attributes = [
    sequence(id.contentType, set(id.data)),
    sequence(id.messageDigest, set(octetString(digest))),
  ]
  const toSign = form.bare ? content : set(...attributes)
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signer = sequence(
    number(1),
    issuerAndSerial(certificates[by]),
    sequence(id.sha256),
    ...(form.bare ? [] : [element(0xa0, ...attributes)]),
    sequence(isRsa ? id.rsa : id.ecdsaWithSha256),
    octetString(sign('sha256', toSign, key)),
  )
  const list = [...(withOwn ? [certificates[by]] : []), ...(withMid ? [certificates.mid] : [])]
  const outer = pieces === undefined ? element : openEnded
  const string = enclosed && writeString(enclosed, pieces)
  return outer(
    0x30,
    id.signed,
    outer(
      0xa0,
      outer(
        0x30,
        number(1),
        set(sequence(id.sha256)),
        outer(0x30, id.data, ...(string === null ? [] : [outer(0xa0, string)])),
        element(0xa0, ...list),
        set(signer),
      ),
    ),
  )
}

function writeString(content: Buffer, pieces: number | undefined): Buffer {
  if (pieces === undefined) return octetString(content)
  const cut: Buffer[] = []
  for (let at = 0; at < content.length; at += pieces) cut.push(octetString(content.subarray(at, at + pieces)))
  return openEnded(0x24, Buffer.concat(cut))
}

export const writeCompressed = (content: Buffer): Buffer =>
  sequence(
    id.compressed,
    element(
      0xa0,
      sequence(
        number(0),
        sequence(id.zlib),
        sequence(id.data, element(0xa0, octetString(deflateSync(content)))),
      ),
    ),
  )
