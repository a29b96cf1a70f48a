/**
 * Parts of a signature in a header field (RFC 6376), for signatures of mail and for seals of forwarded mail: the
 * covered fields, the tags in folded lines, and the signature itself.
 */
import { createHash, type KeyObject, sign } from 'node:crypto'
import { type HeaderLine, relaxedBody, relaxedHeader } from './canonical.ts'

export type SigningKey = {
  readonly selector: string
  readonly algorithm: 'rsa' | 'ed25519'
  readonly privateKey: KeyObject
}

/**
 * These are listed once more than they occur, so that nobody can add another one on the way (RFC 6376,
 * section 8.15).
 */
const oversigned = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]
/**
 * Lists may honestly add these to mail that lacks them, but existing ones must not change (RFC 8058, section
 * 4).
 */
const signedIfPresent = [
  'sender',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'feedback-id',
]

const lineLength = 76

export function coveredNames(headers: readonly HeaderLine[]): string[] {
  const count = (key: string) => headers.filter(header => header.key === key).length
  return [
    ...oversigned.flatMap(key => Array<string>(count(key) + 1).fill(key)),
    ...signedIfPresent.flatMap(key => (count(key) === 0 ? [] : Array<string>(count(key) + 1).fill(key))),
  ]
}

/** RFC 6376, section 5.4.2: of several fields with one name, the last is covered first. */
export function coveredText(headers: readonly HeaderLine[], names: readonly string[]): string {
  const left = new Map<string, HeaderLine[]>()
  for (const header of headers) left.set(header.key, [...(left.get(header.key) ?? []), header])
  const lines = names.flatMap(name => left.get(name)?.pop() ?? [])
  return lines.map(header => `${relaxedHeader(header)}\r\n`).join('')
}

/**
 * Folds tags into lines of at most 76 characters; white space inside h= and b= has no meaning (RFC 6376,
 * section 3.5).
 */
function fold(field: string, tags: readonly string[]): string {
  const lines: string[] = []
  let line = `${field}:`
  for (const piece of tags) {
    if (line.length + 1 + piece.length > lineLength) {
      lines.push(line)
      line = ''
    }
    line += ` ${piece}`
  }
  return [...lines, line].join('\r\n')
}

function signatureOf(key: SigningKey, data: Buffer): Promise<Buffer> {
  // RFC 8463, section 3: Ed25519 signs the SHA-256 digest.
  const [algorithm, content] =
    key.algorithm === 'rsa' ? ['sha256', data] : [null, createHash('sha256').update(data).digest()]
  return new Promise((resolve, reject) => {
    sign(algorithm, content, key.privateKey, (fault, signature) =>
      fault ? reject(fault) : resolve(signature),
    )
  })
}

/** Writes h= so that it can be folded after each name. */
export const coveredTags = (names: readonly string[]): string[] =>
  names.map((name, index) => `${index === 0 ? 'h=' : ''}${name}${index === names.length - 1 ? ';' : ':'}`)

export const bodyHashOf = (body: string): string =>
  createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')

/** Returns the whole field, whose signature covers these lines and then itself (RFC 6376, section 3.7). */
export async function signedField(
  key: SigningKey,
  field: string,
  tags: readonly string[],
  covered: string,
): Promise<string> {
  const empty = fold(field, [...tags, 'b='])
  const own = relaxedHeader({ key: field.toLowerCase(), raw: empty })
  const signature = (await signatureOf(key, Buffer.from(covered + own, 'latin1'))).toString('base64')
  const pieces = signature.match(/.{1,72}/g) ?? []
  return `${empty}${pieces.map(piece => `\r\n ${piece}`).join('')}\r\n`
}
