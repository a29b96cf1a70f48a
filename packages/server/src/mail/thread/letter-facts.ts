import { parseAddressList } from '../address/parse-address-list.ts'
import { parseMailDate } from '../mime/date.ts'
import { readHeaderBlock } from '../mime/header-block.ts'
import { fieldSource, fieldValue } from '../mime/header-text.ts'
import { defaultMimeLimits } from '../mime/limits.ts'
import { referencesOf } from '../mime/message-ids.ts'

/** What the headers of a mail say about its place among others. */
export type LetterFacts = {
  /** In UTC; null when the mail has no date that can be read. */
  readonly sentAt: number | null
  readonly subject: string
  /** The local parts of the first addresses. */
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly messageId: string | null
  /** The mails before it in its thread, the oldest first. */
  readonly references: readonly string[]
}

export function letterFacts(header: Buffer): LetterFacts {
  const { fields } = readHeaderBlock(header, 0, defaultMimeLimits, () => false)
  const first = (key: string) => fields.find(field => field.key === key)
  const text = (key: string): string => {
    const field = first(key)
    return field === undefined ? '' : fieldValue(header, field, null)
  }
  const local = (key: string): string => {
    const field = first(key)
    const address =
      field === undefined ? '' : (parseAddressList(fieldSource(header, field, null), 1)[0]?.address ?? '')
    const sign = address.lastIndexOf('@')
    return sign < 0 ? address : address.slice(0, sign)
  }
  const date = parseMailDate(text('date'))
  return {
    sentAt: date === null ? null : Date.parse(date),
    subject: text('subject'),
    from: local('from'),
    to: local('to'),
    cc: local('cc'),
    ...referencesOf(text, defaultMimeLimits.maxReferences),
  }
}
