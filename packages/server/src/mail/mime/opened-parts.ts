import { asBuffer } from '../../kernel/as-buffer.ts'
import { mostOpened, openWrapper, type WrapperKind } from '../enclosed/open-wrapper.ts'
import { purposeOf } from '../enclosed/read-cms.ts'
import { transferEncoding } from '../text/transfer-encoding.ts'
import { fieldText } from './header-text.ts'
import { parameterText, parseStructured } from './parameters.ts'
import type { Attachment, Located, ParsedMail, Seal, Wrapper } from './parsed-mail.ts'
import { decodePart } from './part-content.ts'
import type { MailPart } from './part-tree.ts'

/** Opens the parts of a mail that enclose a letter or files in the form of another program. */

/** The room for opening wrappers in one mail. It is counted down for all levels together. */
export type Allowance = { bytes: number; wrappers: number }

/** A letter within a letter is opened; what that one encloses is too, and no more. */
const MAX_LEVELS = 2
const MOST_WRAPPERS = 10

export const allowanceFor = (mailBytes: number): Allowance => ({
  bytes: mostOpened(mailBytes),
  wrappers: MOST_WRAPPERS,
})

export type OpenedPart = {
  wrapper: Wrapper
  /** The wrapper is a signature around the letter. */
  isSigned: boolean
  mail: ParsedMail
}

/** `read` reads an entity that was opened, one level deeper. */
export function openParts(
  raw: Buffer,
  parts: readonly MailPart[],
  level: number,
  allowance: Allowance,
  read: (entity: Buffer) => ParsedMail,
): Map<number, OpenedPart> {
  const opened = new Map<number, OpenedPart>()
  if (level > MAX_LEVELS) return opened
  for (const [index, part] of parts.entries()) {
    const kind = part.isContainer ? null : wrapperKind(raw, part)
    if (kind === null || allowance.wrappers === 0) continue
    allowance.wrappers--
    const wrapper: Wrapper = { kind, ...contentPlace(raw, part) }
    const content = asBuffer(decodePart(raw, wrapper))
    const entity = openWrapper(kind, content)
    if (entity === null || entity.length > allowance.bytes) continue
    allowance.bytes -= entity.length
    const mail = read(entity)
    opened.set(index, {
      wrapper,
      isSigned: kind === 'smime' && purposeOf(content) === 'signed',
      mail: {
        ...mail,
        attachments: mail.attachments.map(file => moved(file, part.id, wrapper)),
        seal: mail.seal && sealWithin(mail.seal, wrapper),
      },
    })
  }
  return opened
}

export const contentPlace = (raw: Buffer, part: MailPart): Located => ({
  start: part.start,
  end: part.end,
  encoding: transferEncoding(fieldText(raw, part, 'content-transfer-encoding')),
})

const TNEF_TYPES: ReadonlySet<string> = new Set(['application/ms-tnef', 'application/vnd.ms-tnef'])

const SMIME_TYPES: ReadonlySet<string> = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime'])

export function wrapperKind(raw: Buffer, part: MailPart): WrapperKind | null {
  const type = part.contentType.value
  if (!type.startsWith('application/')) return null
  const name = nameOf(raw, part)
  if (TNEF_TYPES.has(type) || /^winmail\.dat$/i.test(name)) return 'tnef'
  return isSmime(type, name) ? 'smime' : null
}

/** Signed documents are sent under the same type, with names of their own: they are files, and no letter. */
const isSmime = (type: string, name: string): boolean =>
  name === '' ? SMIME_TYPES.has(type) : /^smime\.p7[mz]$/i.test(name)

function nameOf(raw: Buffer, part: MailPart): string {
  const disposition = parseStructured(fieldText(raw, part, 'content-disposition'))
  const name = parameterText(disposition, 'filename', null) ?? parameterText(part.contentType, 'name', null)
  return name?.trim() ?? ''
}

const moved = (file: Attachment, partId: string, wrapper: Wrapper): Attachment => ({
  ...putWithin(file, wrapper),
  id: `${partId}.0.${file.id}`,
})

function sealWithin(seal: Seal, wrapper: Wrapper): Seal {
  const { signature } = seal
  if (signature === null || signature.by === 'pgp') return seal
  const container = putWithin(signature.container, wrapper)
  const content = signature.content && putWithin(signature.content, wrapper)
  return { ...seal, signature: { ...signature, container, content } }
}

/** The outermost wrapper is the one that lies in the mail itself. */
const putWithin = <T extends Located>(place: T, wrapper: Wrapper): T => ({
  ...place,
  within: place.within === undefined ? wrapper : putWithin(place.within, wrapper),
})
