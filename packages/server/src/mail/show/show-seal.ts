/** Checks the signature of a mail for the page. It is done for readers alone, not for every mail that arrives. */
import type { MailDetail } from '@yanshu/contract'
import { asBuffer } from '../../kernel/as-buffer.ts'
import { checkSignature, type SignatureReport, unchecked } from '../enclosed/check-signature.ts'
import { hasOnlyCrlf, withCrlf } from '../line-ends.ts'
import type { ParsedMail, Signature } from '../mime/parsed-mail.ts'
import { decodePart } from '../mime/part-content.ts'

export type ShownSeal = MailDetail['seal']

export function showSeal(raw: Buffer, { seal, from }: ParsedMail): ShownSeal {
  if (seal === null) return null
  const { encrypted, signature } = seal
  if (signature === null) return { encrypted, signature: null }
  const { by, isWhole } = signature
  const report = by === 'smime' ? checked(raw, signature) : unchecked
  const sender = from?.address.toLowerCase() ?? ''
  const ofSender = sender !== '' && report.addresses.some(address => address.toLowerCase() === sender)
  return { encrypted, signature: { by, covers: isWhole ? 'whole' : 'part', ofSender, ...report } }
}

function checked(raw: Buffer, signature: Extract<Signature, { by: 'smime' }>): SignatureReport {
  const { container, content } = signature
  const beside = content && withLineEnds(asBuffer(decodePart(raw, content)))
  return checkSignature(asBuffer(decodePart(raw, container)), beside)
}

/** RFC 8551, section 3.1.1: lines are signed with the ends that they have on the wire. The last one may have none. */
function withLineEnds(content: Buffer): Buffer {
  if (hasOnlyCrlf(content)) return content
  const lines = withCrlf(content)
  return content.at(-1) === 0x0a ? lines : lines.subarray(0, -2)
}
