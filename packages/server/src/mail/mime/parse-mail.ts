import { type Mailbox, parseAddressList } from '../address/parse-address-list.ts'
import { readArmour } from './armour.ts'
import { listAttachments } from './attachments.ts'
import { composeBody } from './body.ts'
import { parseMailDate } from './date.ts'
import { type HeaderField, UNIQUE_FIELDS } from './header-block.ts'
import { fieldRaw, fieldSource, fieldValue } from './header-text.ts'
import { defaultMimeLimits, type MimeLimits } from './limits.ts'
import { capReferences, messageIds } from './message-ids.ts'
import { type Allowance, allowanceFor, openParts } from './opened-parts.ts'
import type { MailWarning, ParsedMail } from './parsed-mail.ts'
import { type MailPart, splitParts } from './part-tree.ts'
import { sealOf } from './seal.ts'
import { isBodyPart } from './which-part.ts'

/**
 * Reads a raw mail (RFC 5322, RFC 2045–2049) into plain data. It turns any bytes into something that can be
 * listed and shown, in linear time and within named limits, and never throws. It must not know where mail
 * comes from or where it is kept, and it judges nothing: no spam, no authentication, no codes.
 *
 * When a field that may occur once occurs twice, the first counts everywhere, and the mail carries the
 * warning `duplicate-header`. DKIM counts from the bottom (RFC 6376, section 5.4.2), so code that judges a
 * sender must not trust a signature over From when that warning is set.
 */
export function parseMail(raw: Uint8Array, limits: Partial<MimeLimits> = {}): ParsedMail {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  return readMail(bytes, { ...defaultMimeLimits, ...limits }, 1, allowanceFor(bytes.length))
}

/** `level` counts the letters around this one that had to be opened first. */
function readMail(bytes: Buffer, bounds: MimeLimits, level: number, allowance: Allowance): ParsedMail {
  const warnings = new Set<MailWarning>()
  const warn = (warning: MailWarning) => void warnings.add(warning)

  const parts = splitParts(bytes, bounds, warn)
  rescueUnsplit(parts)
  const hint = charsetHint(parts)
  const bodies = new Set([...parts.keys()].filter(index => isBodyPart(bytes, parts, index)))
  const opened = openParts(bytes, parts, level, allowance, entity =>
    readMail(entity, bounds, level + 1, allowance),
  )
  for (const { mail } of opened.values()) for (const warning of mail.warnings) warn(warning)
  const body = composeBody(bytes, parts, bodies, opened, bounds, warn)
  const armour = readArmour(body.text ?? '')
  const fields = parts[0]?.block.fields ?? []
  if (hasDuplicates(fields)) warn('duplicate-header')

  const first = (key: string) => fields.find(field => field.key === key)
  const values = new Map(fields.map(field => [field, fieldValue(bytes, field, hint)]))
  const text = (key: string) => {
    const field = first(key)
    return field === undefined ? null : (values.get(field) ?? null)
  }
  const addresses = (key: string): Mailbox[] => {
    const field = first(key)
    return field === undefined ? [] : parseAddressList(fieldSource(bytes, field, hint), bounds.maxAddresses)
  }
  const from = addresses('from')
  if (from.length > 1) warn('several-from')
  const date = text('date')
  const isoDate = date === null ? null : parseMailDate(date)
  if (date !== null && isoDate === null) warn('invalid-date')
  const attachments = listAttachments(bytes, parts, bodies, opened, bounds, hint)

  return {
    headers: fields.map(field => ({
      name: field.name,
      value: values.get(field) ?? '',
      raw: fieldRaw(bytes, field, hint),
    })),
    from: from[0] ?? null,
    sender: addresses('sender')[0] ?? null,
    replyTo: addresses('reply-to'),
    to: addresses('to'),
    cc: addresses('cc'),
    subject: text('subject') ?? '',
    date: isoDate,
    messageId: messageIds(text('message-id'))[0] ?? null,
    inReplyTo: messageIds(text('in-reply-to'))[0] ?? null,
    references: capReferences(messageIds(text('references')), bounds.maxReferences),
    autoSubmitted: !['', 'no'].includes(
      (text('auto-submitted') ?? '').split(/[;(]/, 1)[0]?.trim().toLowerCase() ?? '',
    ),
    listId: text('list-id'),
    precedence: text('precedence')?.toLowerCase() ?? null,
    text: body.text === null ? null : armour.text,
    html: body.html,
    attachments,
    seal: sealOf(bytes, parts, opened, armour),
    warnings: [...warnings],
  }
}

/**
 * A multipart whose boundary never occurs has no parts; its content is shown as text so that it is not lost.
 */
function rescueUnsplit(parts: MailPart[]): void {
  for (const part of parts) {
    const isOpaque = part.contentType.value.startsWith('multipart/') && part.childCount === 0
    if (!isOpaque || (!part.isContainer && parts.length > 1)) continue
    part.isContainer = false
    part.contentType = { value: 'text/plain', params: new Map() }
  }
}

/** The charset that the mail declares for its text is the best guess for raw bytes in its headers. */
function charsetHint(parts: MailPart[]): string | null {
  for (const part of parts) {
    const charset = part.contentType.params.get('charset')
    if (charset !== undefined && part.contentType.value.startsWith('text/')) return charset
  }
  return null
}

function hasDuplicates(fields: HeaderField[]): boolean {
  const seen = new Set<string>()
  for (const { key } of fields) {
    if (!UNIQUE_FIELDS.has(key)) continue
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}
