import { purposeOf } from '../enclosed/read-cms.ts'
import type { Armour } from './armour.ts'
import { contentPlace, type OpenedPart, wrapperKind } from './opened-parts.ts'
import type { Seal, Signature } from './parsed-mail.ts'
import { decodePartChunks } from './part-content.ts'
import { contentEnd, type MailPart } from './part-tree.ts'

/** Tells from the parts of a mail whether its writer has signed or encrypted it, and checks nothing. */

const LF = 0x0a

type Opened = ReadonlyMap<number, OpenedPart>

export function sealOf(raw: Buffer, parts: readonly MailPart[], opened: Opened, armour: Armour): Seal | null {
  let encrypted: Seal['encrypted'] = null
  let signature: Signature | null = null
  for (const [index, part] of parts.entries()) {
    const inner = opened.get(index)
    encrypted ??= inner?.mail.seal?.encrypted ?? encryptionOf(raw, part, inner)
    // The outermost signature is by the one who sent the mail.
    signature ??= signatureOf(raw, parts, index, inner)
  }
  if (armour.isEncrypted) encrypted ??= 'pgp'
  if (armour.signed !== null) signature ??= { by: 'pgp', isWhole: armour.signed === 'whole' }
  return encrypted === null && signature === null ? null : { encrypted, signature }
}

function encryptionOf(raw: Buffer, part: MailPart, inner: OpenedPart | undefined): Seal['encrypted'] {
  // RFC 3156, section 4. Some servers turn the multipart around it into another one.
  if (part.contentType.value === 'application/pgp-encrypted') return 'pgp'
  if (part.isContainer) return part.contentType.value === 'multipart/encrypted' ? 'pgp' : null
  if (inner !== undefined || wrapperKind(raw, part) !== 'smime') return null
  const opening = decodePartChunks(raw, contentPlace(raw, part)).next().value
  return opening !== undefined && purposeOf(Buffer.from(opening)) === 'encrypted' ? 'smime' : null
}

function signatureOf(
  raw: Buffer,
  parts: readonly MailPart[],
  index: number,
  inner: OpenedPart | undefined,
): Signature | null {
  const part = parts[index]
  if (part?.contentType.value === 'multipart/signed') return detachedSignature(raw, parts, index)
  if (part === undefined || inner === undefined) return null
  const isWhole = index === 0
  if (inner.isSigned) return { by: 'smime', isWhole, container: inner.wrapper, content: null }
  const within = inner.mail.seal?.signature ?? null
  return within && { ...within, isWhole: isWhole && within.isWhole }
}

/** RFC 1847, section 2.1: the first part is signed, its headers too, and the second is the signature. */
function detachedSignature(raw: Buffer, parts: readonly MailPart[], index: number): Signature | null {
  const isWhole = index === 0
  const [content, signature, ...more] = parts.filter(({ parent }) => parent === index)
  if (content === undefined || signature === undefined || more.length > 0) return null
  const type = signature.contentType.value
  if (type === 'application/pgp-signature') return { by: 'pgp', isWhole }
  if (!SMIME_SIGNATURES.has(type)) return null
  // A part that has parts itself goes on behind the last of them.
  const delimiter = raw.lastIndexOf(LF, signature.head - 2) + 1
  const end = contentEnd(raw, content.head, delimiter)
  return {
    ...{ by: 'smime', isWhole },
    container: contentPlace(raw, signature),
    content: { start: content.head, end, encoding: 'identity' },
  }
}

const SMIME_SIGNATURES: ReadonlySet<string> = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
])
