import { MOST_OPENED, openWrapper, type WrapperKind } from '../enclosed/open-wrapper.ts'
import { transferEncoding } from '../text/transfer-encoding.ts'
import { fieldText } from './header-text.ts'
import { parameterText, parseStructured } from './parameters.ts'
import type { Attachment, Located, ParsedMail, Wrapper } from './parsed-mail.ts'
import { decodePart } from './part-content.ts'
import type { MailPart } from './part-tree.ts'

/** Opens the parts of a mail that enclose a letter or files in the form of another program. */

/** What may still be opened in one mail. It is counted down for all of its levels together. */
export type Allowance = { bytes: number; wrappers: number }

/** A letter within a letter is opened; what that one encloses is too, and no more. */
const MAX_LEVELS = 2
const MOST_WRAPPERS = 10
/** No honest wrapper holds more than that for each of its bytes. */
const MOST_GROWTH = 20
const SMALL = 256 * 1024

export const allowanceFor = (mailBytes: number): Allowance => ({
  bytes: Math.min(MOST_OPENED, mailBytes * MOST_GROWTH + SMALL),
  wrappers: MOST_WRAPPERS,
})

export type OpenedPart = { wrapper: Wrapper; mail: ParsedMail }

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
    const encoding = transferEncoding(fieldText(raw, part, 'content-transfer-encoding'))
    const wrapper: Wrapper = { kind, start: part.start, end: part.end, encoding }
    const entity = openWrapper(kind, Buffer.from(decodePart(raw, wrapper)))
    if (entity === null || entity.length > allowance.bytes) continue
    allowance.bytes -= entity.length
    const mail = read(entity)
    opened.set(index, {
      wrapper,
      mail: { ...mail, attachments: mail.attachments.map(file => moved(file, part.id, wrapper)) },
    })
  }
  return opened
}

const TNEF_TYPES: ReadonlySet<string> = new Set(['application/ms-tnef', 'application/vnd.ms-tnef'])

function wrapperKind(raw: Buffer, part: MailPart): WrapperKind | null {
  const type = part.contentType.value
  if (type.startsWith('text/') || type.startsWith('message/')) return null
  const isTnef = TNEF_TYPES.has(type) || /^winmail\.dat$/i.test(nameOf(raw, part))
  return isTnef ? 'tnef' : null
}

function nameOf(raw: Buffer, part: MailPart): string {
  const disposition = parseStructured(fieldText(raw, part, 'content-disposition'))
  const name = parameterText(disposition, 'filename', null) ?? parameterText(part.contentType, 'name', null)
  return name?.trim() ?? ''
}

const moved = (file: Attachment, partId: string, wrapper: Wrapper): Attachment => ({
  ...putWithin(file, wrapper),
  id: `${partId}.0.${file.id}`,
})

/** The outermost wrapper is the one that lies in the mail itself. */
const putWithin = <T extends Located>(place: T, wrapper: Wrapper): T => ({
  ...place,
  within: place.within === undefined ? wrapper : putWithin(place.within, wrapper),
})
