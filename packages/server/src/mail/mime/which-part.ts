import { fieldText } from './header-text.ts'
import type { MailPart } from './part-tree.ts'

/**
 * Decides which parts are the mail's own text (RFC 2046 sections 5.1.3 and 5.1.4, RFC 2387). Everything else
 * is an attachment.
 */

/** Text types that are data for programs: they are shown as attachments and never as the mail's text. */
const DATA_TYPES: ReadonlySet<string> = new Set([
  'text/calendar',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
  'text/x-amp-html',
  'text/css',
  'text/csv',
  'text/javascript',
  'text/xml',
  'text/rtf',
  'text/rfc822-headers',
])

export function isBodyPart(raw: Buffer, parts: MailPart[], index: number): boolean {
  const part = parts[index]
  if (part === undefined || part.isContainer) return false
  const type = part.contentType.value
  if (!type.startsWith('text/') || DATA_TYPES.has(type)) return false
  if (isAttached(raw, part)) return false
  const container = parts[part.parent]
  if (container === undefined) return true
  if (container.contentType.value === 'multipart/related' && !isRelatedWord(raw, parts, index)) return false
  // A text part with a name is a file, unless only a body can be in that place.
  const disposition = fieldText(raw, part, 'content-disposition')
  const named = part.contentType.params.has('name') || /filename/i.test(disposition)
  return !named || container.contentType.value === 'multipart/alternative'
}

const isAttached = (raw: Buffer, part: MailPart): boolean =>
  /^\s*attachment/i.test(fieldText(raw, part, 'content-disposition'))

/**
 * RFC 2387: the root is the part that `start` names, or the first part. A picture or a file is no letter, so
 * that where the root is one, or `start` names none, the first part with words is the root.
 */
function relatedRoot(raw: Buffer, container: MailPart, siblings: readonly MailPart[]): MailPart | undefined {
  const mayHoldWords = (part: MailPart): boolean => {
    const type = part.contentType.value
    return part.isContainer || (type.startsWith('text/') && !DATA_TYPES.has(type) && !isAttached(raw, part))
  }
  const start = container.contentType.params.get('start')
  const named = start
    ? siblings.find(sibling => fieldText(raw, sibling, 'content-id').includes(start))
    : siblings[0]
  return named && mayHoldWords(named) ? named : siblings.find(mayHoldWords)
}

/** Some programs write the two forms of a letter side by side and call them related: both are the letter. */
function isRelatedWord(raw: Buffer, parts: MailPart[], index: number): boolean {
  const part = parts[index]
  const container = parts[part?.parent ?? -1]
  if (part === undefined || container === undefined) return false
  const siblings = parts.filter(candidate => candidate.parent === part.parent)
  const root = relatedRoot(raw, container, siblings)
  if (part === root) return true
  const isRich = (other: MailPart) =>
    other.contentType.value === 'text/html' &&
    fieldText(raw, other, 'content-id') === '' &&
    !isAttached(raw, other)
  return root?.contentType.value === 'text/plain' && part === siblings.find(isRich)
}
