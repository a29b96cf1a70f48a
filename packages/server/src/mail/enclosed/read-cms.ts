import { type Ber, type Element, objectId, readBer, Tag } from './read-ber.ts'

/** Reads the containers of S/MIME (RFC 5652, RFC 3274) and judges nothing. */

export type SignedData = {
  /** Null when the content is beside the signature. */
  content: Buffer | null
  certificates: Buffer[]
  signers: Signer[]
}

export type Signer = {
  /** The certificate is told by its issuer and number, or by the id of its key. */
  issuer: Buffer | null
  serial: Buffer | null
  keyId: Buffer | null
  digest: Algorithm
  algorithm: Algorithm
  signature: Buffer
  attributes: SignedAttributes | null
}

export type Algorithm = { id: string; parameters: Buffer | null }

/** Attributes that are signed instead of the content, whose digest is one of them. */
export type SignedAttributes = { signed: Buffer; digest: Buffer | null; contentType: string | null }

const Content = {
  signed: '1.2.840.113549.1.7.2',
  enveloped: '1.2.840.113549.1.7.3',
  signedAndEnveloped: '1.2.840.113549.1.7.4',
  encrypted: '1.2.840.113549.1.7.6',
  authEnveloped: '1.2.840.113549.1.9.16.1.23',
  compressed: '1.2.840.113549.1.9.16.1.9',
} as const

const ENCRYPTED: ReadonlySet<string> = new Set([
  Content.enveloped,
  Content.signedAndEnveloped,
  Content.encrypted,
  Content.authEnveloped,
])

const Attribute = { contentType: '1.2.840.113549.1.9.3', messageDigest: '1.2.840.113549.1.9.4' } as const

const MOST_SIGNERS = 8
const MOST_CERTIFICATES = 32
const MOST_ATTRIBUTES = 64
/** A set as it is written: one that holds elements. */
const SET = 0x31

/** Throws a RangeError when the bytes are no signed data. */
export function readSigned(bytes: Buffer): SignedData {
  const ber = readBer(bytes)
  const [, , encapsulated, ...rest] = ber.children(contentOf(ber, Content.signed))
  const certificates = rest.find(({ tag }) => tag === Tag.context0)
  const signers = expected(rest.at(-1), Tag.set)
  return {
    content: encapsulatedContent(ber, encapsulated),
    certificates:
      certificates === undefined
        ? []
        : ber
            .children(certificates)
            .filter(({ tag }) => tag === Tag.sequence)
            .slice(0, MOST_CERTIFICATES)
            .map(ber.whole),
    signers: ber
      .children(signers)
      .slice(0, MOST_SIGNERS)
      .map(signer => readSigner(ber, signer)),
  }
}

/** Returns what is compressed, still compressed by zlib. Throws a RangeError when there is none. */
export function readCompressed(bytes: Buffer): Buffer {
  const ber = readBer(bytes)
  const [, , encapsulated] = ber.children(contentOf(ber, Content.compressed))
  const content = encapsulatedContent(ber, encapsulated)
  if (content === null) throw new RangeError('nothing is compressed')
  return content
}

/** Tells the kind of a container from its beginning, even when its end is lost. */
export function purposeOf(bytes: Buffer): 'signed' | 'compressed' | 'encrypted' | null {
  // An element, its length of five bytes at most, and the identifier within it.
  for (let at = 2; at <= 6; at++) {
    if (bytes[at] !== Tag.objectId) continue
    const id = objectId(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)))
    if (id === Content.signed) return 'signed'
    if (id === Content.compressed) return 'compressed'
    if (ENCRYPTED.has(id)) return 'encrypted'
  }
  return null
}

export function expected(element: Element | undefined, tag: number): Element {
  if (element?.tag !== tag) throw new RangeError('another element was expected')
  return element
}

function contentOf(ber: Ber, type: string): Element {
  const [id, content] = ber.children(expected(ber.root, Tag.sequence))
  if (objectId(ber.octets(expected(id, Tag.objectId))) !== type)
    throw new RangeError('this is something else')
  return expected(ber.children(expected(content, Tag.context0))[0], Tag.sequence)
}

function encapsulatedContent(ber: Ber, element: Element | undefined): Buffer | null {
  const [, content] = ber.children(expected(element, Tag.sequence))
  if (content === undefined) return null
  return ber.octets(expected(ber.children(expected(content, Tag.context0))[0], Tag.octetString))
}

function readSigner(ber: Ber, element: Element): Signer {
  const [, who, digest, ...rest] = ber.children(expected(element, Tag.sequence))
  const attributes = rest[0]?.tag === Tag.context0 ? rest[0] : undefined
  const [algorithm, signature] = attributes === undefined ? rest : rest.slice(1)
  return {
    ...readIdentity(ber, who),
    digest: readAlgorithm(ber, digest),
    algorithm: readAlgorithm(ber, algorithm),
    signature: ber.octets(expected(signature, Tag.octetString)),
    attributes: attributes === undefined ? null : readAttributes(ber, attributes),
  }
}

function readIdentity(ber: Ber, who: Element | undefined): Pick<Signer, 'issuer' | 'serial' | 'keyId'> {
  if (who?.tag === Tag.context0) return { issuer: null, serial: null, keyId: ber.octets(who) }
  const [issuer, serial] = ber.children(expected(who, Tag.sequence))
  return {
    issuer: ber.whole(expected(issuer, Tag.sequence)),
    serial: ber.octets(expected(serial, Tag.integer)),
    keyId: null,
  }
}

export function readAlgorithm(ber: Ber, element: Element | undefined): Algorithm {
  const [id, parameters] = ber.children(expected(element, Tag.sequence))
  return {
    id: objectId(ber.octets(expected(id, Tag.objectId))),
    parameters: parameters === undefined ? null : ber.whole(parameters),
  }
}

function readAttributes(ber: Ber, element: Element): SignedAttributes {
  const attributes = ber.children(element)
  if (attributes.length > MOST_ATTRIBUTES) throw new RangeError('too many attributes')
  const values = new Map<string, Element>()
  for (const attribute of attributes) {
    const [id, set] = ber.children(expected(attribute, Tag.sequence))
    const [value, ...more] = ber.children(expected(set, Tag.set))
    const name = objectId(ber.octets(expected(id, Tag.objectId)))
    if (values.has(name)) throw new RangeError('an attribute is there twice')
    if (value !== undefined && more.length === 0) values.set(name, value)
  }
  const single = (id: string): Buffer | null => {
    const value = values.get(id)
    return value === undefined ? null : ber.octets(value)
  }
  const type = single(Attribute.contentType)
  return {
    signed: asSet(attributes.map(ber.whole)),
    digest: single(Attribute.messageDigest),
    contentType: type === null ? null : objectId(type),
  }
}

/** RFC 5652, section 5.4: the signature is about the attributes as a set, whatever they are sent as. */
function asSet(elements: readonly Buffer[]): Buffer {
  const content = Buffer.concat(elements)
  const { length } = content
  if (length > 0xffff) throw new RangeError('the attributes are too long')
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([SET, ...size]), content])
}
