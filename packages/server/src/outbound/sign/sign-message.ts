/**
 * Signs outgoing mail for its domain: DKIM (RFC 6376) with RSA-SHA256 and Ed25519-SHA256 (RFC 8463),
 * relaxed/relaxed, always over the whole body (no l=). It decides which fields are covered. It must not know
 * where keys are kept or which mail may leave unsigned.
 */
import { withCrlf } from '../../mail/line-ends.ts'
import { type HeaderLine, splitMessage } from './canonical.ts'
import {
  bodyHashOf,
  coveredNames,
  coveredTags,
  coveredText,
  type SigningKey,
  signedField,
} from './signed-field.ts'

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
    ...coveredTags(names),
    `bh=${message.bodyHash};`,
  ]
  return signedField(key, 'DKIM-Signature', tags, coveredText(message.headers, names))
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
  const bodyHash = bodyHashOf(body)
  const signatures = await Promise.all(keys.map(key => signatureHeader(key, domain, { headers, bodyHash })))
  return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), lines])
}
