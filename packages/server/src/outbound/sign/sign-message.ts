/**
 * Signs outgoing mail for its domain: DKIM (RFC 6376) with RSA-SHA256 and Ed25519-SHA256 (RFC 8463),
 * relaxed/relaxed, always over the whole body (no l=). It decides which fields are covered. It must not know
 * where keys are kept or which mail may leave unsigned.
 */
import { createHash, type KeyObject, sign } from 'node:crypto'
import { withCrlf } from '../../mail/line-ends.ts'
import { type HeaderLine, relaxedBody, relaxedHeader, splitMessage } from './canonical.ts'

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

function coveredNames(headers: readonly HeaderLine[]): string[] {
  const count = (key: string) => headers.filter(header => header.key === key).length
  return [
    ...oversigned.flatMap(key => Array<string>(count(key) + 1).fill(key)),
    ...signedIfPresent.flatMap(key => (count(key) === 0 ? [] : Array<string>(count(key) + 1).fill(key))),
  ]
}

/** RFC 6376, section 5.4.2: of several fields with one name, the last is covered first. */
function coveredText(headers: readonly HeaderLine[], names: readonly string[]): string {
  const left = new Map<string, HeaderLine[]>()
  for (const header of headers) left.set(header.key, [...(left.get(header.key) ?? []), header])
  const lines = names.flatMap(name => left.get(name)?.pop() ?? [])
  return lines.map(header => `${relaxedHeader(header)}\r\n`).join('')
}

/**
 * Folds tags into lines of at most 76 characters; white space inside h= and b= has no meaning (RFC 6376,
 * section 3.5).
 */
function fold(tags: readonly string[]): string {
  const lines: string[] = []
  let line = 'DKIM-Signature:'
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

async function signatureHeader(
  key: SigningKey,
  domain: string,
  message: { headers: readonly HeaderLine[]; bodyHash: string },
): Promise<string> {
  const names = coveredNames(message.headers)
  const tags = [
    'v=1;',
    `a=${key.algorithm}-sha256;`,
    'c=relaxed/relaxed;',
    `d=${domain};`,
    `s=${key.selector};`,
    ...names.map(
      (name, index) => `${index === 0 ? 'h=' : ''}${name}${index === names.length - 1 ? ';' : ':'}`,
    ),
    `bh=${message.bodyHash};`,
    'b=',
  ]
  const empty = fold(tags)
  const own = relaxedHeader({ key: 'dkim-signature', raw: empty })
  const data = Buffer.from(coveredText(message.headers, names) + own, 'latin1')
  const signature = (await signatureOf(key, data)).toString('base64')
  const pieces = signature.match(/.{1,72}/g) ?? []
  return `${empty}${pieces.map(piece => `\r\n ${piece}`).join('')}\r\n`
}

/**
 * Returns the message with one DKIM-Signature for each key in front, and lines that end with CRLF. Without
 * keys the message is unsigned; the caller decides whether such mail may leave.
 */
export async function signMessage(
  message: Buffer,
  domain: string,
  keys: readonly SigningKey[],
): Promise<Buffer> {
  const lines = withCrlf(message)
  if (keys.length === 0) return lines
  const { headers, body } = splitMessage(lines)
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
  const signatures = await Promise.all(keys.map(key => signatureHeader(key, domain, { headers, bodyHash })))
  return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), lines])
}
