import { X509Certificate } from 'node:crypto'
import { cleanHeaderText, stripFromName } from '../text/clean-text.ts'
import { type Ber, type Element, objectId, readBer, Tag } from './read-ber.ts'
import { expected, readAlgorithm } from './read-cms.ts'

/** Reads of a certificate whom it names (RFC 5280; addresses: RFC 8550, section 3). */

export type Certificate = {
  x509: X509Certificate
  issuer: Buffer
  serial: Buffer
  keyId: Buffer | null
  /** The name of the holder and of the issuer as people read them. */
  name: string
  issuerName: string
  addresses: string[]
  /** The algorithm by which the issuer signed it. */
  signedBy: string
  isForMail: boolean
}

const Name = {
  common: '2.5.4.3',
  unit: '2.5.4.11',
  organisation: '2.5.4.10',
  email: '1.2.840.113549.1.9.1',
} as const
const Extension = { keyId: '2.5.29.14', alternativeNames: '2.5.29.17' } as const
const MAIL_NAME = Tag.context1
const BMP_STRING = 0x1e
const MAX_NAME = 200
/** RFC 5280, section 4.2.1.12: protection of mail, and any use. */
const MAIL_USES: ReadonlySet<string> = new Set(['1.3.6.1.5.5.7.3.4', '2.5.29.37.0'])

/** Throws when the bytes are no certificate. */
export function readCertificate(bytes: Buffer): Certificate {
  const x509 = new X509Certificate(bytes)
  const ber = readBer(bytes)
  const [body, algorithm] = ber.children(expected(ber.root, Tag.sequence))
  const fields = ber.children(expected(body, Tag.sequence))
  const [serial, , issuer, , subject, , ...rest] = fields[0]?.tag === Tag.context0 ? fields.slice(1) : fields
  const holder = readNames(ber, expected(subject, Tag.sequence))
  const issuing = readNames(ber, expected(issuer, Tag.sequence))
  const extensions = readExtensions(ber, rest)
  const keyId = extensions.get(Extension.keyId)
  const names = extensions.get(Extension.alternativeNames)
  const alternative = names === undefined ? [] : mailNames(names)
  return {
    x509,
    issuer: ber.whole(expected(issuer, Tag.sequence)),
    serial: ber.octets(expected(serial, Tag.integer)),
    keyId: keyId === undefined ? null : contentOf(keyId),
    name: holder.get(Name.common) ?? holder.get(Name.organisation) ?? holder.get(Name.email) ?? '',
    issuerName: issuing.get(Name.common) ?? issuing.get(Name.organisation) ?? issuing.get(Name.unit) ?? '',
    addresses: alternative.length > 0 ? alternative : [holder.get(Name.email) ?? []].flat(),
    signedBy: readAlgorithm(ber, algorithm).id,
    isForMail: x509.keyUsage === undefined || x509.keyUsage.some(use => MAIL_USES.has(use)),
  }
}

const contentOf = (bytes: Buffer): Buffer => {
  const inner = readBer(bytes)
  return inner.octets(inner.root)
}

const clean = (text: string): string => stripFromName(cleanHeaderText(text)).slice(0, MAX_NAME)

function stringOf(ber: Ber, element: Element): string {
  const octets = ber.octets(element)
  if (element.tag !== BMP_STRING) return clean(octets.toString())
  return clean(
    Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le'),
  )
}

/** The last of each kind is the nearest to the holder. */
function readNames(ber: Ber, element: Element): Map<string, string> {
  const names = new Map<string, string>()
  for (const set of ber.children(element))
    for (const pair of ber.children(set)) {
      const [id, value] = ber.children(pair)
      if (value !== undefined && !value.isConstructed)
        names.set(objectId(ber.octets(expected(id, Tag.objectId))), stringOf(ber, value))
    }
  return names
}

function readExtensions(ber: Ber, fields: readonly Element[]): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  const holder = fields.find(({ tag }) => tag === Tag.context3)
  const list = holder === undefined ? undefined : ber.children(holder)[0]
  for (const extension of list === undefined ? [] : ber.children(list)) {
    const parts = ber.children(extension)
    const [id, value] = [parts[0], parts.at(-1)]
    found.set(objectId(ber.octets(expected(id, Tag.objectId))), ber.octets(expected(value, Tag.octetString)))
  }
  return found
}

function mailNames(bytes: Buffer): string[] {
  const ber = readBer(bytes)
  return ber
    .children(expected(ber.root, Tag.sequence))
    .filter(({ tag }) => tag === MAIL_NAME)
    .map(name => clean(ber.octets(name).toString('latin1')))
    .slice(0, MAX_NAME)
}
